#define _GNU_SOURCE
#include "CLinuxLocal.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int fail(int fd) {
    int code = errno;
    close(fd);
    return -code;
}

static int open_socket(const char *path, struct sockaddr_un *address) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address->sun_path) return -ENAMETOOLONG;
    strcpy(address->sun_path, path);
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    return fd < 0 ? -errno : fd;
}

int clinux_local_listen(const char *path) {
    struct sockaddr_un address;
    int fd = open_socket(path, &address);
    if (fd < 0) return fd;
    // Nobody can connect before listen, so the mode is in force in time.
    if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0 || chmod(path, 0600) < 0) return fail(fd);
    return listen(fd, 16) < 0 ? fail(fd) : fd;
}

int clinux_local_connect(const char *path) {
    struct sockaddr_un address;
    int fd = open_socket(path, &address);
    if (fd < 0) return fd;
    return connect(fd, (struct sockaddr *)&address, sizeof address) < 0 ? fail(fd) : fd;
}

int clinux_local_accept(int fd) {
    int connection = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    return connection < 0 ? -errno : connection;
}

int clinux_local_peer(int fd, struct clinux_peer *peer) {
    struct ucred found;
    socklen_t size = sizeof found;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &found, &size) < 0) return -errno;
    *peer = (struct clinux_peer){ found.pid, found.uid, found.gid };
    return 0;
}

int clinux_local_lock(const char *path) {
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) return -errno;
    return flock(fd, LOCK_EX | LOCK_NB) < 0 ? fail(fd) : fd;
}

void clinux_local_unlock(int fd) {
    flock(fd, LOCK_UN);
    close(fd);
}

int clinux_local_send(int fd, uint8_t kind, const void *bytes, size_t count) {
    struct iovec parts[2] = { { &kind, 1 }, { (void *)bytes, count } };
    struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2 };
    ssize_t sent;
    do sent = sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : 0;
}

long clinux_local_receive(int fd, uint8_t *kind, void *bytes, size_t capacity) {
    struct iovec parts[2] = { { kind, 1 }, { bytes, capacity } };
    struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2 };
    ssize_t got;
    do got = recvmsg(fd, &message, MSG_TRUNC | MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    if (got < 0) return -errno;
    return got == 0 ? -EPIPE : got - 1;
}

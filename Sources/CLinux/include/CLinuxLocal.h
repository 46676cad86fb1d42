// Unix sockets that keep message boundaries.
//
// Here because sockaddr_un, ucred and accept4 are not reached well from Swift, and because errno must be read before
// anything can change it: each function returns the result, or minus the error number.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// What the kernel says of the other end of a connection.
struct clinux_peer {
    int process;
    unsigned user;
    unsigned group;
};

/// A listening socket at a path, which must not exist; 600 is its mode.
int clinux_local_listen(const char *path);
/// A connection to the socket at a path.
int clinux_local_connect(const char *path);
int clinux_local_accept(int fd);
int clinux_local_peer(int fd, struct clinux_peer *peer);
/// An open and locked file, so that one process has the name; -EWOULDBLOCK when another one has it.
int clinux_local_lock(const char *path);
/// Unlocks and closes it, also where a child has it up to its exec.
void clinux_local_unlock(int fd);
/// Sends one message, the kind in front of it. Never blocks, never raises SIGPIPE.
int clinux_local_send(int fd, uint8_t kind, const void *bytes, size_t count);
/// Receives one message: its size without the kind, even if that is more than `capacity`; -EPIPE at the end.
long clinux_local_receive(int fd, uint8_t *kind, void *bytes, size_t capacity);

// OpenSSL's libcrypto, which libwebsockets links already: one hash and one key derivation of it.
#pragma once
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

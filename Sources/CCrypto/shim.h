// OpenSSL's libcrypto, which libwebsockets links already: one hash, one key derivation and one code of it.
#pragma once
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

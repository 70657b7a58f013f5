/* rng.h - random numbers for simulations: the same on every machine, from a stated seed.
 *
 * splitmix64 (Steele, Lea and Flood 2014) fills the state of xoshiro256** (Blackman and Vigna
 * 2018); normal deviates by Marsaglia's polar method. */
#ifndef TESTS_RNG_H
#define TESTS_RNG_H

#include <math.h>
#include <stdint.h>

struct rng {
    uint64_t state[4];
};

static inline uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline struct rng rng_of(uint64_t seed)
{
    struct rng rng;
    for (int i = 0; i < 4; i++)
        rng.state[i] = splitmix64(&seed);
    return rng;
}

static inline uint64_t rotate_left(uint64_t x, int bits)
{
    return (x << bits) | (x >> (64 - bits));
}

static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t *s = rng->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

/* Below `most`, each equally often: Lemire 2019, with rejection. */
static inline uint64_t rng_below(struct rng *rng, uint64_t most)
{
    uint64_t floor = (0 - most) % most;
    for (;;) {
        uint64_t x = rng_next(rng);
        uint64_t low = x * most;
        if (low >= floor) { /* the high half of the 128-bit product */
            uint64_t a = x >> 32;
            uint64_t b = x & 0xffffffff;
            uint64_t c = most >> 32;
            uint64_t d = most & 0xffffffff;
            uint64_t middle = a * d + (b * d >> 32);
            uint64_t other = b * c + (middle & 0xffffffff);
            return a * c + (middle >> 32) + (other >> 32);
        }
    }
}

static inline double rng_real(struct rng *rng) /* in [0, 1) */
{
    return (double)(rng_next(rng) >> 11) / 9007199254740992.0;
}

static inline double rng_normal(struct rng *rng)
{
    for (;;) {
        double x = 2 * rng_real(rng) - 1;
        double y = 2 * rng_real(rng) - 1;
        double square = x * x + y * y;
        if (square > 0 && square < 1)
            return x * sqrt(-2 * log(square) / square);
    }
}

#endif

/* decimal.c - exact decimal arithmetic for money.
 *
 * Schoolbook methods on limbs of 32 bits. Division goes limb by limb: a case with several offers
 * divides a hundred thousand times; the root bit by bit, as on paper. */
#include "base/decimal.h"

#include "base/num.h"

#include <assert.h>
#include <string.h>

enum { LIMBS = DECIMAL_LIMBS, BITS = LIMBS * 32, DIGITS_MOST = 30 };

static struct decimal bad(void)
{
    return (struct decimal){ .bad = true };
}

/* ---- magnitudes ---- */

static int limbs_order(const uint32_t *a, const uint32_t *b)
{
    for (size_t i = LIMBS; i-- > 0;)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static bool limbs_zero(const uint32_t *a)
{
    for (size_t i = 0; i < LIMBS; i++)
        if (a[i] != 0)
            return false;
    return true;
}

/* a += b; false: it does not fit. */
static bool limbs_add(uint32_t *a, const uint32_t *b)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < LIMBS; i++) {
        carry += (uint64_t)a[i] + b[i];
        a[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return carry == 0;
}

/* a -= b, where a >= b. */
static void limbs_subtract(uint32_t *a, const uint32_t *b)
{
    uint64_t borrow = 0;
    for (size_t i = 0; i < LIMBS; i++) {
        uint64_t take = (uint64_t)b[i] + borrow;
        borrow = a[i] < take ? 1 : 0;
        a[i] = (uint32_t)(a[i] - take);
    }
    assert(borrow == 0);
}

/* a = a x by + more; false: it does not fit. */
static bool limbs_scale(uint32_t *a, uint32_t by, uint32_t more)
{
    uint64_t carry = more;
    for (size_t i = 0; i < LIMBS; i++) {
        carry += (uint64_t)a[i] * by;
        a[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return carry == 0;
}

static bool limbs_scale_ten(uint32_t *a, int power)
{
    for (int i = 0; i < power; i++)
        if (!limbs_scale(a, 10, 0))
            return false;
    return true;
}

static bool limbs_multiply(const uint32_t *a, const uint32_t *b, uint32_t *out)
{
    bool fits = true;
    memset(out, 0, LIMBS * sizeof *out);
    for (size_t i = 0; i < LIMBS; i++) {
        uint64_t carry = 0;
        for (size_t j = 0; j < LIMBS; j++) {
            uint64_t product = (uint64_t)a[i] * b[j];
            if (i + j >= LIMBS) {
                fits = fits && product == 0;
                continue;
            }
            carry += product + out[i + j];
            out[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        fits = fits && carry == 0;
    }
    return fits;
}

/* a = 2 a + bit; false: a bit fell out. */
static bool limbs_shift(uint32_t *a, uint32_t bit)
{
    return limbs_scale(a, 2, bit);
}

static size_t limbs_used(const uint32_t *a)
{
    size_t used = LIMBS;
    while (used > 0 && a[used - 1] == 0)
        used--;
    return used;
}

/* out[0 .. count] = a x 2^shift, shift < 32. */
static void limbs_raise(const uint32_t *a, size_t count, unsigned shift, uint32_t *out)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < count; i++) {
        carry |= (uint64_t)a[i] << shift;
        out[i] = (uint32_t)carry;
        carry >>= 32;
    }
    out[count] = (uint32_t)carry;
}

/* One digit of the quotient: how often v, of n limbs and with its highest bit set, goes into the
 * n + 1 limbs at u, whose upper n are below v; taken off there. */
static uint32_t limbs_digit(uint32_t *u, const uint32_t *v, size_t n)
{
    assert(n > 1 && v[n - 1] >> 31 == 1);
    uint64_t top = (uint64_t)u[n] << 32 | u[n - 1], digit = top / v[n - 1], left = top % v[n - 1];
    /* By the two highest limbs of v the guess is right or, once in 2^31, one too high. */
    while (digit >> 32 != 0 || digit * v[n - 2] > (left << 32 | u[n - 2])) {
        digit--;
        left += v[n - 1];
        if (left >> 32 != 0)
            break;
    }
    uint64_t carry = 0, borrow = 0;
    for (size_t i = 0; i <= n; i++) {
        carry += i < n ? digit * v[i] : 0;
        uint64_t take = (carry & UINT32_MAX) + borrow;
        borrow = u[i] < take ? 1 : 0;
        u[i] = (uint32_t)(u[i] - take);
        carry >>= 32;
    }
    if (borrow == 0)
        return (uint32_t)digit;
    carry = 0;
    for (size_t i = 0; i <= n; i++) {
        carry += (uint64_t)u[i] + (i < n ? v[i] : 0);
        u[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return (uint32_t)(digit - 1);
}

/* quotient and rest of a / b, b not 0: D. E. Knuth, The Art of Computer Programming, volume 2,
 * 4.3.1, algorithm D. */
static void limbs_divide(const uint32_t *a, const uint32_t *b, uint32_t *quotient, uint32_t *rest)
{
    uint32_t u[LIMBS + 1], v[LIMBS + 1];
    size_t m = limbs_used(a), n = limbs_used(b);
    assert(n > 0);
    memset(quotient, 0, LIMBS * sizeof *quotient);
    memset(rest, 0, LIMBS * sizeof *rest);
    if (n == 1) {
        uint64_t left = 0;
        for (size_t i = m; i-- > 0;) {
            left = left << 32 | a[i];
            quotient[i] = (uint32_t)(left / b[0]);
            left %= b[0];
        }
        rest[0] = (uint32_t)left;
        return;
    }
    if (m < n) {
        memcpy(rest, a, LIMBS * sizeof *rest);
        return;
    }
    unsigned shift = 0;
    while (b[n - 1] << shift >> 31 == 0)
        shift++;
    limbs_raise(a, m, shift, u);
    limbs_raise(b, n, shift, v);
    for (size_t i = m - n + 1; i-- > 0;)
        quotient[i] = limbs_digit(u + i, v, n);
    for (size_t i = 0; i < n; i++)
        rest[i] = (uint32_t)(((uint64_t)(i + 1 < n ? u[i + 1] : 0) << 32 | u[i]) >> shift);
}

/* One up where the rest is more than half of the divisor, or half and the quotient odd. */
static bool limbs_round(uint32_t *quotient, const uint32_t *rest, const uint32_t *divisor)
{
    static const uint32_t one[LIMBS] = { 1 };
    uint32_t twice[LIMBS];
    memcpy(twice, rest, sizeof twice);
    if (!limbs_shift(twice, 0))
        return false;
    int half = limbs_order(twice, divisor);
    if (half > 0 || (half == 0 && (quotient[0] & 1U) != 0))
        return limbs_add(quotient, one);
    return true;
}

/* ---- making ---- */

static struct decimal signed_zero_off(struct decimal a)
{
    a.minus = a.minus && !limbs_zero(a.limb);
    return a;
}

struct decimal decimal_of(int64_t whole)
{
    struct decimal out = { .minus = whole < 0 };
    uint64_t size = whole < 0 ? 0 - (uint64_t)whole : (uint64_t)whole;
    out.limb[0] = (uint32_t)size;
    out.limb[1] = (uint32_t)(size >> 32);
    return out;
}

bool decimal_read(struct str text, struct decimal *out)
{
    struct decimal read = { .minus = str_starts(text, STR("-")) };
    size_t from = read.minus ? 1 : 0, digits = 0, point = SIZE_MAX;
    *out = bad();
    for (size_t i = from; i < text.len; i++) {
        char c = text.at[i];
        if (c == '.' && point == SIZE_MAX && i > from && i + 1 < text.len) {
            point = i;
            continue;
        }
        if (c < '0' || c > '9' || ++digits > DIGITS_MOST ||
            !limbs_scale(read.limb, 10, (uint32_t)(c - '0')))
            return false;
        read.places += point == SIZE_MAX ? 0 : 1;
    }
    if (digits == 0)
        return false;
    *out = signed_zero_off(read);
    return true;
}

/* ---- arithmetic ---- */

/* The same number with more places. */
static struct decimal widened(struct decimal a, int places)
{
    if (a.bad || places > DECIMAL_PLACES || !limbs_scale_ten(a.limb, places - a.places))
        return bad();
    a.places = places;
    return a;
}

struct decimal decimal_add(struct decimal a, struct decimal b)
{
    int places = a.places > b.places ? a.places : b.places;
    a = widened(a, places);
    b = widened(b, places);
    if (a.bad || b.bad)
        return bad();
    if (a.minus == b.minus)
        return limbs_add(a.limb, b.limb) ? a : bad();
    if (limbs_order(a.limb, b.limb) < 0) {
        struct decimal swap = a;
        a = b;
        b = swap;
    }
    limbs_subtract(a.limb, b.limb);
    return signed_zero_off(a);
}

struct decimal decimal_subtract(struct decimal a, struct decimal b)
{
    b.minus = !b.minus;
    return decimal_add(a, signed_zero_off(b));
}

struct decimal decimal_multiply(struct decimal a, struct decimal b)
{
    struct decimal out = { .places = a.places + b.places, .minus = a.minus != b.minus };
    if (a.bad || b.bad || out.places > DECIMAL_PLACES || !limbs_multiply(a.limb, b.limb, out.limb))
        return bad();
    return signed_zero_off(out);
}

struct decimal decimal_divide(struct decimal a, struct decimal b, int places)
{
    struct decimal out = { .places = places, .minus = a.minus != b.minus };
    uint32_t rest[LIMBS];
    int raise = places + b.places - a.places;
    if (a.bad || b.bad || limbs_zero(b.limb) || places < 0 || places > DECIMAL_PLACES)
        return bad();
    bool fits = limbs_scale_ten(a.limb, raise > 0 ? raise : 0) &&
                limbs_scale_ten(b.limb, raise < 0 ? -raise : 0);
    if (!fits)
        return bad();
    limbs_divide(a.limb, b.limb, out.limb, rest);
    if (!limbs_round(out.limb, rest, b.limb))
        return bad();
    return signed_zero_off(out);
}

struct decimal decimal_round(struct decimal a, int places)
{
    return places >= a.places ? widened(a, places) : decimal_divide(a, decimal_of(1), places);
}

struct decimal decimal_ceiling(struct decimal a)
{
    struct decimal whole = decimal_round(a, 0);
    if (whole.bad || decimal_order(whole, a) >= 0)
        return whole;
    return decimal_add(whole, decimal_of(1));
}

struct decimal decimal_root(struct decimal a, int places)
{
    struct decimal out = { .places = places };
    a = decimal_round(a, 2 * places);
    if (a.bad || a.minus)
        return bad();
    /* The largest whole number whose square is not above a's: bit by bit, from the middle bit down.
     */
    for (size_t bit = BITS / 2; bit-- > 0;) {
        uint32_t square[LIMBS];
        out.limb[bit / 32] |= 1U << (bit % 32);
        if (!limbs_multiply(out.limb, out.limb, square) || limbs_order(square, a.limb) > 0)
            out.limb[bit / 32] &= ~(1U << (bit % 32));
    }
    return out;
}

int decimal_order(struct decimal a, struct decimal b)
{
    struct decimal difference = decimal_subtract(a, b);
    assert(!difference.bad);
    if (limbs_zero(difference.limb))
        return 0;
    return difference.minus ? -1 : 1;
}

bool decimal_is_zero(struct decimal a)
{
    return !a.bad && limbs_zero(a.limb);
}

/* ---- text ---- */

void decimal_put(struct buf *buf, struct decimal a)
{
    enum { MOST = BITS / 3 + 2 };
    char digits[MOST]; /* lowest first */
    int count = 0;
    assert(!a.bad);
    while (!limbs_zero(a.limb) || count <= a.places) {
        uint64_t carry = 0;
        for (size_t i = LIMBS; i-- > 0;) {
            carry = carry << 32 | a.limb[i];
            a.limb[i] = (uint32_t)(carry / 10);
            carry %= 10;
        }
        assert(count < MOST);
        digits[count++] = (char)('0' + carry);
    }
    if (a.minus)
        buf_put_char(buf, '-');
    while (count > 0) {
        buf_put_char(buf, digits[--count]);
        if (count == a.places && count > 0)
            buf_put_char(buf, '.');
    }
}

struct str decimal_text(struct arena *home, struct decimal a)
{
    struct buf out = buf_new(home, 256);
    decimal_put(&out, a);
    return buf_str(&out);
}

double decimal_real(struct arena *scratch, struct decimal a)
{
    double value = 0;
    bool read = num_real(decimal_text(scratch, a), &value);
    assert(read);
    (void)read;
    return value;
}

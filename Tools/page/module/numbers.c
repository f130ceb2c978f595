// Numbers of the page's module: what the compiler and the standard library of Swift call, with the
// results of glibc.

#include <stdint.h>

typedef unsigned __int128 wide;

double round(double x) {
  double whole = __builtin_trunc(x), rest = x - whole;
  return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole;
}

// What the compiler calls for integers of 128 bits, which come as halves.
struct halves {
  uint64_t low, high;
};

void __ashlti3(struct halves *result, uint64_t low, uint64_t high, int count) {
  if (count == 0) {
    *result = (struct halves){low, high};
  } else if (count < 64) {
    *result = (struct halves){low << count, high << count | low >> (64 - count)};
  } else {
    *result = (struct halves){0, low << (count - 64)};
  }
}

void __lshrti3(struct halves *result, uint64_t low, uint64_t high, int count) {
  if (count == 0) {
    *result = (struct halves){low, high};
  } else if (count < 64) {
    *result = (struct halves){low >> count | high << (64 - count), high >> count};
  } else {
    *result = (struct halves){high >> (count - 64), 0};
  }
}

void __multi3(struct halves *product, uint64_t low, uint64_t high, uint64_t low2, uint64_t high2) {
  uint64_t a = low & 0xFFFFFFFF, b = low >> 32, c = low2 & 0xFFFFFFFF, d = low2 >> 32;
  uint64_t first = a * c, second = a * d, third = b * c;
  uint64_t middle = (first >> 32) + (second & 0xFFFFFFFF) + (third & 0xFFFFFFFF);
  product->low = (first & 0xFFFFFFFF) | middle << 32;
  product->high = b * d + (second >> 32) + (third >> 32) + (middle >> 32) + low * high2 + high * low2;
}

// MARK: Rounding

#define SIGN ((uint64_t)1 << 63)
#define INFINITE ((uint64_t)0x7FF << 52)
// The exponent of the last bit of the smallest number.
#define LEAST (-1074)

static uint64_t bits_of(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, 8);
  return bits;
}

static double double_of(uint64_t bits) {
  double x;
  __builtin_memcpy(&x, &bits, 8);
  return x;
}

// The number nearest to value * 2^exponent, to even between two; `rest` is whether the true value
// is a little greater. A value with a rest has at least 55 bits.
static uint64_t nearest(wide value, int exponent, int rest) {
  if (value == 0) return 0;
  uint64_t high = (uint64_t)(value >> 64);
  int length = high ? 128 - __builtin_clzll(high) : 64 - __builtin_clzll((uint64_t)value);
  int drop = length - 53;
  if (exponent + drop < LEAST) drop = LEAST - exponent;
  uint64_t kept;
  if (drop <= 0) {
    kept = (uint64_t)(value << -drop);
  } else if (drop > length) {
    return 0;
  } else {
    wide half = (wide)1 << (drop - 1), left = value & ((half << 1) - 1);
    kept = drop < 128 ? (uint64_t)(value >> drop) : 0;
    kept += left > half || (left == half && (rest || (kept & 1)));
  }
  int last = exponent + drop;
  if (kept >> 53) {
    kept >>= 1;
    last += 1;
  }
  if (last > 971) return INFINITE;
  // A subnormal number has the exponent of the smallest normal one, without its first bit.
  return kept >> 52 ? (kept & ~((uint64_t)1 << 52)) | (uint64_t)(last - LEAST + 1) << 52 : kept;
}

// MARK: Fused multiplication and addition

struct parts {
  uint64_t value;
  int exponent;
};

static struct parts parts_of(uint64_t bits) {
  int exponent = (int)(bits >> 52 & 0x7FF);
  uint64_t value = bits & (((uint64_t)1 << 52) - 1);
  if (exponent == 0) return (struct parts){value, LEAST};
  return (struct parts){value | (uint64_t)1 << 52, exponent + LEAST - 1};
}

static int length_of(wide value) {
  uint64_t high = (uint64_t)(value >> 64), low = (uint64_t)value;
  return high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0;
}

// x * y + z, rounded once.
double fma(double x, double y, double z) {
  uint64_t a = bits_of(x), b = bits_of(y), c = bits_of(z);
  int is_finite = (a & INFINITE) != INFINITE && (b & INFINITE) != INFINITE;
  if (!is_finite || (c & INFINITE) == INFINITE) return is_finite ? z : x * y + z;
  if (x == 0 || y == 0) return x * y + z;
  struct parts p = parts_of(a), q = parts_of(b), r = parts_of(c);
  uint64_t sign = (a ^ b) & SIGN, other_sign = c & SIGN;
  // The greater exponent is lowered as far as there is room; what is then still below it is only a
  // rest.
  wide product = (wide)p.value * q.value, added = r.value;
  int exponent = p.exponent + q.exponent, added_exponent = added ? r.exponent : exponent;
  if (exponent < added_exponent) {
    int room = 126 - length_of(added), step = added_exponent - exponent;
    if (step > room) step = room;
    added <<= step;
    added_exponent -= step;
  } else {
    int room = 126 - length_of(product), step = exponent - added_exponent;
    if (step > room) step = room;
    product <<= step;
    exponent -= step;
  }
  int rest = 0;
  wide *low = exponent < added_exponent ? &product : &added;
  int below = exponent < added_exponent ? added_exponent - exponent : exponent - added_exponent;
  if (below > 0) {
    wide lost = below < 128 ? *low & (((wide)1 << below) - 1) : *low;
    *low = below < 128 ? *low >> below : 0;
    rest = lost != 0;
    exponent = exponent < added_exponent ? added_exponent : exponent;
  }
  if (sign == other_sign) return double_of(sign | nearest(product + added, exponent, rest));
  // A rest that is taken away is one unit less and the rest of it.
  if (product == added && !rest) return 0;
  int is_product_greater = product > added;
  wide difference = is_product_greater ? product - added : added - product;
  if (rest) difference -= 1;
  return double_of(
      (is_product_greater ? sign : other_sign) | nearest(difference, exponent, rest));
}

// MARK: Numbers in texts

// Integers of up to 8192 bits: a number of 800 digits with the smallest exponent has 6500.
#define LIMBS 256
#define MOST_DIGITS 800

struct large {
  int count;
  uint32_t limbs[LIMBS];
};

static void multiply(struct large *number, uint32_t factor, uint32_t more) {
  uint64_t carry = more;
  for (int index = 0; index < number->count; index += 1) {
    carry += (uint64_t)number->limbs[index] * factor;
    number->limbs[index] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) number->limbs[number->count++] = (uint32_t)carry;
}

static void multiply_by_ten(struct large *number, int power) {
  for (; power >= 9; power -= 9) multiply(number, 1000000000, 0);
  for (; power > 0; power -= 1) multiply(number, 10, 0);
}

static int bits_in(const struct large *number) {
  if (number->count == 0) return 0;
  return 32 * number->count - __builtin_clz(number->limbs[number->count - 1]);
}

static void shift_left(struct large *number, int bits) {
  if (number->count == 0) return;
  int limbs = bits / 32, rest = bits % 32;
  for (int index = number->count - 1; index >= 0; index -= 1) {
    number->limbs[index + limbs] = number->limbs[index];
  }
  for (int index = 0; index < limbs; index += 1) number->limbs[index] = 0;
  number->count += limbs;
  if (rest) multiply(number, (uint32_t)1 << rest, 0);
}

// Subtracts a number that is not greater; returns 0 and changes nothing if it is.
static int subtract(struct large *number, const struct large *other) {
  int is_less = number->count < other->count;
  if (number->count == other->count) {
    int index = number->count - 1;
    while (index > 0 && number->limbs[index] == other->limbs[index]) index -= 1;
    is_less = index >= 0 && number->limbs[index] < other->limbs[index];
  }
  if (is_less) return 0;
  int64_t carry = 0;
  for (int index = 0; index < number->count; index += 1) {
    carry += (int64_t)number->limbs[index] - (index < other->count ? other->limbs[index] : 0);
    number->limbs[index] = (uint32_t)carry;
    carry >>= 32;
  }
  while (number->count > 0 && number->limbs[number->count - 1] == 0) number->count -= 1;
  return 1;
}

// number / other, rounded once to a double.
static uint64_t quotient(struct large *number, struct large *other) {
  if (number->count == 0) return 0;
  // With one more bit than the other, the quotient is 1 to 4, and each step gives one more bit.
  int exponent = bits_in(number) - bits_in(other) - 1;
  shift_left(exponent < 0 ? number : other, exponent < 0 ? -exponent : exponent);
  uint64_t bits = 0;
  while (subtract(number, other)) bits += 1;
  for (int step = 0; step < 60; step += 1) {
    multiply(number, 2, 0);
    bits = bits << 1 | (uint64_t)subtract(number, other);
  }
  return nearest(bits, exponent - 60, number->count > 0);
}

static uint64_t decimal(struct large *digits, int power) {
  static struct large other;
  if (digits->count == 0 || power < -2000) return 0;
  if (power > 400) return INFINITE;
  other = (struct large){.count = 1, .limbs = {1}};
  multiply_by_ten(power < 0 ? &other : digits, power < 0 ? -power : power);
  return quotient(digits, &other);
}

static int is_digit(char byte) { return byte >= '0' && byte <= '9'; }

static char lower(char byte) { return byte >= 'A' && byte <= 'Z' ? byte + 32 : byte; }

static int hexadecimal_digit(char byte) {
  if (is_digit(byte)) return byte - '0';
  char letter = lower(byte);
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

// The length of a word at the beginning of a text, in letters of any size; 0 if it is another one.
static int length_of_word(const char *text, const char *word) {
  int length = 0;
  while (word[length]) {
    if (lower(text[length]) != word[length]) return 0;
    length += 1;
  }
  return length;
}

// Reads an exponent behind a letter; returns its end, or the beginning if there is none.
static const char *read_exponent(const char *text, char letter, int *exponent) {
  if (lower(*text) != letter) return text;
  const char *at = text + 1;
  int is_negative = *at == '-', value = 0;
  if (*at == '-' || *at == '+') at += 1;
  if (!is_digit(*at)) return text;
  for (; is_digit(*at); at += 1) {
    if (value < 100000) value = 10 * value + (*at - '0');
  }
  *exponent += is_negative ? -value : value;
  return at;
}

static const char *read_decimal(const char *text, uint64_t *bits) {
  static struct large digits;
  digits.count = 0;
  int count = 0, power = 0, is_fraction = 0, has_digits = 0, has_more = 0;
  const char *at = text;
  for (; is_digit(*at) || (*at == '.' && !is_fraction); at += 1) {
    if (*at == '.') {
      is_fraction = 1;
      continue;
    }
    has_digits = 1;
    if (count == MOST_DIGITS) {
      has_more |= *at != '0';
      power += !is_fraction;
      continue;
    }
    multiply(&digits, 10, (uint32_t)(*at - '0'));
    count += digits.count > 0;
    power -= is_fraction;
  }
  if (!has_digits) return text;
  // Any digit behind so many decides only between two numbers.
  if (has_more) {
    multiply(&digits, 10, 1);
    power -= 1;
  }
  at = read_exponent(at, 'e', &power);
  // A number of so many digits is far from the limits of both.
  *bits = power + count > 400 && digits.count > 0 ? INFINITE : decimal(&digits, power);
  return at;
}

static const char *read_hexadecimal(const char *text, uint64_t *bits) {
  uint64_t value = 0;
  int exponent = 0, is_fraction = 0, has_digits = 0, rest = 0;
  const char *at = text;
  for (; hexadecimal_digit(*at) >= 0 || (*at == '.' && !is_fraction); at += 1) {
    if (*at == '.') {
      is_fraction = 1;
      continue;
    }
    has_digits = 1;
    if (value >> 59) {
      rest |= hexadecimal_digit(*at) > 0;
      exponent += is_fraction ? 0 : 4;
    } else {
      value = value << 4 | (uint64_t)hexadecimal_digit(*at);
      exponent -= is_fraction ? 4 : 0;
    }
  }
  if (!has_digits) return text;
  at = read_exponent(at, 'p', &exponent);
  if (exponent > 4000) exponent = 4000;
  if (exponent < -4000) exponent = -4000;
  *bits = nearest(value, exponent, rest);
  return at;
}

static const char *read_not_a_number(const char *text) {
  const char *at = text + 3;
  if (*at != '(') return at;
  for (at += 1; is_digit(*at) || *at == '_' || (lower(*at) >= 'a' && lower(*at) <= 'z'); at += 1) {}
  return *at == ')' ? at + 1 : text + 3;
}

// Reads the number at the beginning of a text, as the function of C; returns its end, or the
// beginning if there is none.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  uint64_t bits = 0, sign = *text == '-' ? SIGN : 0;
  const char *start = *text == '-' || *text == '+' ? text + 1 : text, *end = start;
  int length = length_of_word(start, "infinity");
  if (!length) length = length_of_word(start, "inf");
  if (length) {
    bits = INFINITE;
    end = start + length;
  } else if (length_of_word(start, "nan")) {
    bits = INFINITE | (uint64_t)1 << 51;
    end = read_not_a_number(start);
  } else if (length_of_word(start, "0x") && read_hexadecimal(start + 2, &bits) != start + 2) {
    end = read_hexadecimal(start + 2, &bits);
  } else {
    end = read_decimal(start, &bits);
  }
  if (end == start) {
    *result = 0;
    return text;
  }
  *result = double_of(sign | bits);
  return end;
}

export const aacRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]
export const aacSamples = 1024

/** The sample rate of an AAC decoder's configuration; undefined when it has none. */
export function aacConfigRate(file: Buffer, at: number): number | undefined {
  // Five bits for the kind of object, or eleven; then four for the rate, or 28.
  const bits = file.readUIntBE(at, 6)
  const kindBits = bits >= 31 * 2 ** 43 ? 11 : 5
  const read = (start: number, count: number) => Math.floor(bits / 2 ** (48 - start - count)) % 2 ** count
  const code = read(kindBits, 4)
  return code === 15 ? read(kindBits + 4, 24) : aacRates[code]
}

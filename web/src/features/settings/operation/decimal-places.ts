/** In em, of our typeface. Figures have one width, but `ch` is that of a nought in a text, which is wider. */
const [figureWidth, pointWidth] = [0.6, 0.2]

const fractionOf = (text: string) => /\.(\d*)$/.exec(text)?.[1]

/** How many digits after the point the longest of these numbers has. */
export const mostDecimals = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map((text) => fractionOf(text)?.length ?? 0))

/** The blank after a number, in em, that aligns its decimal point with numbers of more decimals. */
export function blankAfter(text: string, decimals: number): number {
  const fraction = fractionOf(text)
  if (decimals === 0) return 0
  const missing = Math.max(0, decimals - (fraction?.length ?? 0)) * figureWidth
  return fraction === undefined ? missing + pointWidth : missing
}

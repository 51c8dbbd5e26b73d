/** Figures have one width, the point has less than half of it. */
const pointWidth = 0.45

const fractionOf = (text: string) => /\.(\d*)$/.exec(text)?.[1]

/** How many digits after the point the longest of these numbers has. */
export const mostDecimals = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map((text) => fractionOf(text)?.length ?? 0))

/** The blank, in widths of a figure, that puts the point of a number below those of numbers with more decimals. */
export function blankAfter(text: string, decimals: number): number {
  const fraction = fractionOf(text)
  if (decimals === 0) return 0
  return fraction === undefined ? decimals + pointWidth : Math.max(0, decimals - fraction.length)
}

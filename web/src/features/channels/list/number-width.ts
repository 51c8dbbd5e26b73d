/** Of a digit in tables; figures are all equally wide. */
const digitPx = 8

/** The width of a column that cuts none of these texts: the least its title needs, or more for long figures. */
export const widthFor = (texts: readonly (string | number)[], { least, padding }: { least: number; padding: number }) =>
  Math.max(least, padding + digitPx * Math.max(0, ...texts.map((text) => String(text).length)))

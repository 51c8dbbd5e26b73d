const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** A text of Markdown as it is read: `&lt;` is `<`. An entity that is not known stays as it is. */
export const plainText = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
        (whole, decimal?: string, hex?: string, name?: string) => {
          if (name) return named[name] ?? whole
          const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
          return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
        },
      )
    : text

/** An address that a link may open; the others are shown as text. */
export const isSafeLink = (address: string): boolean => /^(https?:\/\/|mailto:)/i.test(address)

/** Pictures that stand in the text itself; a picture of another site would tell that site that the response was read. */
export const isOwnPicture = (address: string): boolean => /^data:image\/(png|jpeg|gif|webp);/i.test(address)

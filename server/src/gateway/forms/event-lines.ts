const lineFeed = 0x0a
const carriageReturn = 0x0d
const firstOfData = 0x64
const firstOfEvent = 0x65
const openingBrace = 0x7b

/**
 * A frame with its `event:` and `data:` lines alone. Ids, retry times, comments and unknown fields are meant for the
 * gateway, not for its client, and may contain anything. A bare JSON line counts as data.
 */
export function eventLines(raw: Buffer): Buffer {
  let feedAt = -1
  let returnAt = -1
  for (let start = 0; start < raw.length; ) {
    if (!passes(raw[start])) return filtered(raw)
    if (feedAt < start) feedAt = indexOf(raw, lineFeed, start)
    if (returnAt < start) returnAt = indexOf(raw, carriageReturn, start)
    start = Math.min(feedAt, returnAt) + 1
  }
  return raw
}

function indexOf(bytes: Buffer, byte: number, from: number): number {
  const found = bytes.indexOf(byte, from)
  return found === -1 ? bytes.length : found
}

/** Decides by the first byte of a line; `filtered` checks the whole field name. */
const passes = (byte: number | undefined) =>
  byte === firstOfData || byte === firstOfEvent || byte === lineFeed || byte === carriageReturn || byte === openingBrace

function filtered(raw: Buffer): Buffer {
  const lines = raw
    .toString('latin1') // latin1 keeps every byte
    .replaceAll(/\r(?!\n)/g, '\n') // a CR must not become a CRLF with the LF behind a line that is left out
    .split('\n')
    .filter((line) => line === '' || line === '\r' || /^(data:|event:|\{)/.test(line))
  return Buffer.from(lines.join('\n'), 'latin1')
}

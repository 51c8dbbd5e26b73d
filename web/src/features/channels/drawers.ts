/** The drawer with the errors of a channel in the address: this mark, and the channel's id. */
export const errorsMark = 'errors:'

export function idOfErrors(opened: string | undefined): number | undefined {
  const id = opened?.startsWith(errorsMark) ? opened.slice(errorsMark.length) : ''
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined
}

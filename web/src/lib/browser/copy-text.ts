/** Puts text on the clipboard, the modern way or the old one; false when the browser allows neither. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text) // no permission, or a page served without https
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const holder = document.createElement('textarea')
  holder.value = text
  holder.readOnly = true
  holder.style.cssText = 'position:fixed;top:0;opacity:0'
  document.body.append(holder)
  try {
    holder.select()
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    holder.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}

import { observable } from '../../lib/browser/observable.ts'
import { dictionary } from '../../lib/text/text.ts'
import { toast } from '../overlay/toast-list.ts'

const copyTexts = dictionary({
  copied: [
    ({ name }: { name: string }) => `${name} copied`,
    // Chinese has a space between a Latin word and Chinese characters.
    ({ name }) => (/[\w)]$/.test(name) ? `${name} 已复制` : `${name}已复制`),
  ],
})

/** The text that the browser refused to copy; `ManualCopy` shows it in a dialog. */
export const uncopied = observable<{ text: string } | undefined>(undefined)

/** Copies a text and confirms it in a toast; when the browser refuses, a dialog shows the text. True when copied. */
export async function copy(text: string, name: string): Promise<boolean> {
  const copied = await copyText(text)
  if (copied) toast.success(copyTexts.get()('copied', { name }))
  else uncopied.set({ text })
  return copied
}

/** Copies text by the Clipboard API, or else by a selection; false when the browser allows neither. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text) // no permission, or a page served without https
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const textarea = document.createElement('textarea')
  textarea.value = text
  textarea.readOnly = true
  textarea.style.cssText = 'position:fixed;top:0;opacity:0'
  document.body.append(textarea)
  try {
    textarea.select()
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    textarea.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}

import { copyText } from '../../lib/browser/copy-text.ts'
import { shared } from '../../lib/browser/observable.ts'
import { dictionary, useText } from '../../lib/text/text.ts'
import { useToast } from '../overlay/toast.tsx'

const copyTexts = dictionary({
  en: { copied: ({ name }: { name: string }) => `${name} copied` },
  // Chinese sets a space between a Latin word and its own.
  zh: { copied: ({ name }) => (/[\w)]$/.test(name) ? `${name} 已复制` : `${name}已复制`) },
})

/** What the browser refused to copy, waiting in a dialog to be copied by hand. */
export const byHand = shared<{ text: string } | undefined>(undefined)

/** Copies and says so by name; when the browser refuses, a dialog holds the text. True when it was copied. */
export function useCopy() {
  const t = useText(copyTexts)
  const toast = useToast()
  return async (text: string, name: string): Promise<boolean> => {
    const copied = await copyText(text)
    if (copied) toast.success(t('copied', { name }))
    else byHand.set({ text })
    return copied
  }
}

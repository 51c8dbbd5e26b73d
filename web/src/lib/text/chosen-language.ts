import { languages } from '../../languages/languages.ts'
import { translateBy } from '../../languages/translation.ts'
import { chosenLanguage } from '../browser/preferences.ts'
import { setTranslation } from './translated.ts'

const textsOf = (chosen: string) => languages[chosen]?.texts

/** Fetches the texts of the chosen language, if they are not in the code. Without them, the base language stays. */
export async function loadTranslation(): Promise<void> {
  const texts = await textsOf(chosenLanguage.get())?.().catch(() => undefined)
  if (texts) setTranslation(translateBy(texts.default))
}

/** Changes the language. Texts that are not in the code are fetched before the page is drawn, so such a change loads it again. */
export function chooseLanguage(chosen: string) {
  const isInCode = !textsOf(chosen) && !textsOf(chosenLanguage.get())
  chosenLanguage.set(chosen)
  if (!isInCode) window.location.reload()
}

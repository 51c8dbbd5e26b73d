import type { Language } from '@turnpike/contract/errors'

/** The supported language that an Accept-Language header prefers; `otherwise` when it names none. */
export function preferredLanguage(header: string | undefined, otherwise: Language = 'zh'): Language {
  const preferences = (header ?? '')
    .slice(0, 256)
    .split(',')
    .map((entry) => {
      const [tag = '', ...settings] = entry.trim().toLowerCase().split(';')
      const weight = settings.find((setting) => setting.trim().startsWith('q='))
      return { language: tag.slice(0, 2), weight: weight ? Number(weight.trim().slice(2)) : 1 }
    })
    .filter(({ language, weight }) => (language === 'zh' || language === 'en') && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  const [first] = preferences
  return first ? (first.language as Language) : otherwise // the filter keeps zh and en only
}

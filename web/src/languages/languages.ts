import type { Language } from '@turnpike/contract/errors'
import type { Locale } from 'antd/es/locale'

type ConsoleLanguage = {
  /** The name of the language in itself, so that users find theirs while another one is set. */
  name: string
  /** The document's `lang`. */
  tag: string
  /** The language of the texts before they are translated, and of the server's messages. */
  base: Language
  /** The texts of Ant's own components; they are English without it. */
  antd?: () => Promise<{ default: Locale }>
  /** A table from the texts of the base language to this one: `npm run texts` lists them. */
  texts?: () => Promise<{ default: Readonly<Record<string, string>> }>
}

/** The languages of the console. The code holds every text in English and in Chinese; another language adds a row and a table here. */
export const languages: Readonly<Record<string, ConsoleLanguage>> = {
  zh: { name: '中文', tag: 'zh-CN', base: 'zh', antd: () => import('antd/es/locale/zh_CN') },
  en: { name: 'English', tag: 'en', base: 'en' },
}

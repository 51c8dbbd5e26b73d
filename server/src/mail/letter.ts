import type { Language } from '@turnpike/contract/errors'
import type { Mail } from './mailer.ts'

type Texts = Record<Language, string>
/** The content of a mail, in both languages. */
export type Letter = {
  subject: Texts
  paragraphs: Texts[]
  /** A code for the recipient to type, shown apart from the text. */
  code?: string
  /** Shown as a button and as text to copy. */
  link?: { address: string; label: Texts }
}

/** For letters that no request causes: both languages, the default one of the installation first. */
export const bothLanguages = (first: Language): Language[] => (first === 'zh' ? ['zh', 'en'] : ['en', 'zh'])

/** The letter as a mail: text and HTML, in the language of the request that caused it, or in several. */
export function mailOf(letter: Letter, to: string, inLanguages: Language | readonly Language[]): Mail {
  const languages = [inLanguages].flat()
  return {
    to,
    subject: languages.map((each) => letter.subject[each]).join(' / '),
    text: languages.map((each) => textOf(letter, each)).join('\n\n---\n\n'),
    html: page(
      languages.map((each) => htmlOf(letter, each)).join('<hr style="border:0;border-top:1px solid #e4e8ea">'),
    ),
  }
}

function textOf({ paragraphs, code, link }: Letter, language: Language): string {
  const [first = '', ...rest] = paragraphs.map((paragraph) => paragraph[language])
  return [first, code, link?.address, ...rest].filter(Boolean).join('\n\n')
}

function htmlOf({ paragraphs, code, link }: Letter, language: Language): string {
  const [first = '', ...rest] = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph[language])}</p>`)
  const shownCode = code && `<p style="font-size:24px;font-weight:600;letter-spacing:4px">${escapeHtml(code)}</p>`
  const button =
    link &&
    `<p><a href="${escapeHtml(link.address)}" style="${buttonStyle}">${escapeHtml(link.label[language])}</a></p>`
  const address = link && `<p style="color:#636d74;font-size:12px">${escapeHtml(link.address)}</p>`
  return [first, shownCode, button, address, ...rest].filter(Boolean).join('\n')
}

const buttonStyle =
  'display:inline-block;padding:8px 16px;border-radius:6px;background:#0b6b7a;color:#fff;text-decoration:none'

const page = (body: string) =>
  `<!doctype html><meta charset="utf-8"><div style="max-width:560px;margin:24px auto;padding:0 16px;` +
  `font:14px/22px -apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei',sans-serif;color:#14191c">${body}</div>`

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)

import type { OptionValues } from '@turnpike/contract/options'
import type { FaqEntry } from '@turnpike/contract/system/faq'
import { embeddedAddress } from '@turnpike/contract/web-address'
import type { Deps } from '../../../deps.ts'
import { contentPolicy, type PageNeeds } from '../../../http/content-policy.ts'

/** The content policy of pages under the options and questions in force, made anew when they change. */
export function createPagePolicy({ options, faq }: Pick<Deps, 'options' | 'faq'>): () => string {
  let last: { values: OptionValues; questions: readonly FaqEntry[]; policy: string } | undefined
  return () => {
    const [values, questions] = [options.current(), faq.current().data]
    if (last?.values !== values || last.questions !== questions)
      last = { values, questions, policy: contentPolicy(pageNeeds(values, questions)) }
    return last.policy
  }
}

/** The hosts that the pages of this installation use. */
export const pageNeeds = (options: OptionValues, questions: readonly FaqEntry[] = []): PageNeeds => ({
  turnstile: options.TurnstileCheckEnabled,
  telegram: options.TelegramOAuthEnabled,
  paymentAddress: options.EpayId && options.EpayKey ? options.PayAddress : '',
  frames: [
    ...chatLinks(options),
    ...[options.HomePageContent, options.About].map((text) => embeddedAddress(text) ?? ''),
  ],
  pictures: [
    options.Logo,
    options.WeChatAccountQRCodeImageURL,
    ...[options.Notice, options.HomePageContent, options.About, options.Footer].flatMap(picturesIn),
    ...questions.flatMap(({ answer, answer_zh }) => [answer, answer_zh]).flatMap(picturesIn),
  ],
  foreignMedia: options.DrawingEnabled || options.TaskEnabled,
})

/** The links in force: the administrator's own sites where there are any, otherwise the list. */
function chatLinks({ ChatLink, ChatLink2, Chats }: OptionValues): string[] {
  const sites = [ChatLink, ChatLink2].filter(Boolean)
  return sites.length > 0 ? sites : Chats.flatMap((chat) => Object.values(chat))
}

const pictures = [
  /<img\b[^<>]{0,2000}?\bsrc\s*=\s*["']?\s*(https:\/\/[^\s"'<>]+)/gi,
  /!\[[^\][]{0,500}\]\(\s*<?(https:\/\/[^\s()<>]+)/gi,
  /^\s{0,3}\[[^\][]{1,500}\]:\s*<?(https:\/\/[^\s<>]+)/gim, // a picture's address may be defined apart from it
]

/** The addresses of pictures in markdown and HTML. */
const picturesIn = (text: string): string[] =>
  pictures.flatMap((pattern) => [...text.matchAll(pattern)].map(([, address = '']) => address))

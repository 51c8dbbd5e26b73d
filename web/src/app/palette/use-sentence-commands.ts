import { role } from '@turnpike/contract/identity/user'
import {
  CircleAlert,
  CircleMinus,
  CirclePlus,
  type LucideIcon,
  ReceiptText,
  Split,
  Tag,
  Undo2,
  Wallet,
} from 'lucide-react'
import { useNavigate } from 'react-router'
import { session } from '../../lib/session/session.ts'
import type { Command } from './command.ts'
import { paletteText } from './palette.text.ts'
import type { Sentence, Verb } from './sentence/parse-sentence.ts'
import { type Known, type SentenceLink, sentenceLinks } from './sentence/sentence-links.ts'

const icons: Record<Verb, LucideIcon> = {
  errors: CircleAlert,
  refund: Undo2,
  topUp: CirclePlus,
  disable: CircleMinus,
  price: Tag,
  route: Split,
  log: ReceiptText,
}

/** Where the typed sentence leads. */
export function useSentenceCommands(sentence: Sentence | undefined, known: Known): Command[] {
  const t = paletteText.use()
  const navigate = useNavigate()
  const level = session.use()?.role ?? 0
  if (!sentence) return []
  const reader = { isAdmin: level >= role.admin, isRoot: level >= role.root }
  const labelOf = ({ text, name, amount }: SentenceLink) => {
    if (amount && text === 'refund') return t('refundAmount', { amount: `$${amount}`, name })
    if (amount && text === 'addBalance') return t('addBalanceAmount', { amount: `$${amount}`, name })
    if (text === 'errorsAll' || text === 'logAll' || text === 'topUp') return t(text)
    return t(text, { name })
  }
  return sentenceLinks(sentence, known, reader, Math.floor(Date.now() / 1000)).map((link) => ({
    id: `sentence:${link.text}:${link.id ?? link.name}`,
    group: 'sentences',
    icon: link.text === 'topUp' ? Wallet : icons[sentence.verb],
    label: labelOf(link),
    also: [],
    ...(link.id !== undefined && { hint: `#${link.id}` }),
    run: () => void navigate(link.to),
  }))
}

/** The beginnings of sentences, for readers who do not know them yet. */
export function useExamples(): Command[] {
  const t = paletteText.use()
  const level = session.use()?.role ?? 0
  const isAdmin = level >= role.admin
  const example = (id: string, icon: LucideIcon, label: string, hint: string): Command => ({
    id: `example:${id}`,
    group: 'examples',
    icon,
    label,
    also: [],
    hint,
    fills: label.replace('…', ''),
  })
  return [
    example('errors', icons.errors, t('exampleErrors'), t('exampleErrorsHint')),
    ...(isAdmin ? [example('refund', icons.refund, t('exampleRefund'), t('exampleRefundHint'))] : []),
    example('log', icons.log, t('exampleLog'), t('exampleLogHint')),
    example('price', icons.price, t('examplePrice'), t('examplePriceHint')),
  ]
}

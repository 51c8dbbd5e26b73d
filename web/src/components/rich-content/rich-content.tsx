import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { dictionary } from '../../lib/text/text.ts'
import { OutsideFrame } from '../page/outside-frame.tsx'
import { embeddedAddress } from './embedded-address.ts'
import styles from './rich-content.module.css'

const richText = dictionary({
  frame: ['Embedded page', '嵌入的页面'],
  open: ['Open {host} in a new tab', '在新标签页中打开 {host}'],
})

// Markdown and the sanitiser are 26 kB that most visits do not need.
const RichText = lazyPart(async () => (await import('./rich-text.tsx')).RichText)

type RichContentProps = {
  text: string
  /** Whether an https address on its own is shown as a page in a frame. */
  frames?: boolean
}

/** Texts an administrator or a model wrote: markdown and HTML, sanitised, or an https address shown in a frame. */
export function RichContent({ text, frames = true }: RichContentProps) {
  const t = richText.use()
  const address = frames ? embeddedAddress(text, window.location.origin) : undefined
  if (address) {
    return (
      <OutsideFrame
        className={styles.frame}
        src={address}
        title={t('frame')}
        // Foreign pages keep their own origin, or they could not read their storage; pages of our origin are never framed.
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        instead={<PageLink address={address} />}
      />
    )
  }
  return <RichText text={text} />
}

/** Such a text as a whole page. */
export const RichPage = ({ text }: { text: string | undefined }) => (
  <div className={styles.page}>{text && <RichContent text={text} />}</div>
)

/** The link to a page that is, or could be, shown in a frame. */
export function PageLink({ address }: { address: string }) {
  const t = richText.use()
  return (
    <p className={styles.link}>
      <a href={address} target="_blank" rel="noopener noreferrer">
        {t('open', { host: new URL(address).host })}
      </a>
    </p>
  )
}

import { type ShareLife, shareLives } from '@turnpike/contract/identity/share-link'
import type { Token } from '@turnpike/contract/identity/token'
import { Button } from 'antd'
import { Copy, Link2 } from 'lucide-react'
import { useId, useState } from 'react'
import { copy } from '../../../components/copy/copy.ts'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { ChoiceChips } from '../../../components/fields/choice-chips.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { useBaseAddress } from '../../../lib/address/use-base-address.ts'
import styles from '../tokens.module.css'
import { shareText } from './share.text.ts'
import { type MadeLink, useCreateLinks } from './use-share-links.ts'

const lives = Object.keys(shareLives) as ShareLife[]

/** Creates a link for each token and shows the links this once. */
export function ShareMaker({ tokens }: { tokens: readonly Token[] }) {
  const t = shareText.use()
  const [life, setLife] = useState<ShareLife>('day')
  const [made, setMade] = useState<MadeLink[]>([])
  const creating = useCreateLinks(tokens, setMade)
  const id = useId()
  const isMany = tokens.length > 1
  return (
    <section className={layoutStyles.looseCard} aria-labelledby={id}>
      <h2 id={id} className={styles.shareHeading}>
        {t(isMany ? 'headingMany' : 'heading')}
      </h2>
      <p className={textStyles.hint}>{t('help')}</p>
      <div className={layoutStyles.wrappingRow}>
        <span>{t('life')}</span>
        <ChoiceChips
          label={t('life')}
          choices={lives.map((value) => ({ value, label: t(value) }))}
          chosen={life}
          onChoose={setLife}
        />
        <Button size="small" icon={<Link2 />} loading={creating.isPending} onClick={() => creating.mutate(life)}>
          {isMany ? t('createMany', { count: tokens.length }) : t('create')}
        </Button>
      </div>
      {made.length > 0 && <MadeLinks links={made} isMany={isMany} />}
    </section>
  )
}

function MadeLinks({ links, isMany }: { links: readonly MadeLink[]; isMany: boolean }) {
  const t = shareText.use()
  const base = useBaseAddress()
  const addressOf = ({ code }: MadeLink) => `${base}/share/${code}`
  const lines = links.map((link) => `${link.name}\t${addressOf(link)}`).join('\n')
  return (
    <div className={`${layoutStyles.looseCard} ${styles.shareMade}`} role="status">
      {isMany && (
        <Button size="small" icon={<Copy />} onClick={() => copy(lines, t('links', { count: links.length }))}>
          {t('copyLinks')}
        </Button>
      )}
      <ul className={styles.shareLinks}>
        {links.map((link) => (
          <li key={link.id}>
            {isMany && (
              <span className={`${textStyles.ellipsis} ${styles.shareName}`} title={link.name}>
                {link.name}
              </span>
            )}
            <code title={addressOf(link)}>{addressOf(link)}</code>
            <CopyButton text={addressOf(link)} name={t('link')} />
          </li>
        ))}
      </ul>
      <p className={textStyles.hint}>{t(isMany ? 'onceHelpMany' : 'onceHelp')}</p>
    </div>
  )
}

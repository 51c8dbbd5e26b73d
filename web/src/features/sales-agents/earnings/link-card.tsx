import { Button } from 'antd'
import { QrCode } from 'lucide-react'
import { useState } from 'react'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { useInvitationLink } from '../../../components/earnings/use-invitation-link.ts'
import { SectionState } from '../../../components/row-list/section-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import styles from './earnings.module.css'
import { earningsText } from './earnings.text.ts'

const QrDialog = lazyPart(async () => (await import('./qr-dialog.tsx')).QrDialog)

/** The link and the code with which people register as invited by the agent. */
export function LinkCard() {
  const t = earningsText.use()
  const invitation = useInvitationLink()
  const [isOpen, setOpen] = useState(false)
  return (
    <SectionState query={invitation} lines={1}>
      {({ code, link }) => (
        <div className={`${layoutStyles.framed} ${styles.linkCard}`}>
          <span className={styles.linkPart}>
            <span className={styles.name}>{t('link')}</span>
            <code title={link}>{link}</code>
            <CopyButton text={link} name={t('link')} />
          </span>
          <span className={styles.codePart}>
            <span className={styles.name}>{t('code')}</span>
            <code>{code}</code>
            <CopyButton text={code} name={t('code')} />
          </span>
          <Button icon={<QrCode />} onClick={() => setOpen(true)}>
            {t('qr')}
          </Button>
          {isOpen && <QrDialog link={link} onClose={() => setOpen(false)} />}
        </div>
      )}
    </SectionState>
  )
}

import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { takeKey } from '../../components/provider-key/held-key.ts'
import { ProviderKey } from '../../components/provider-key/provider-key.tsx'
import type { Connected } from '../../components/provider-key/use-connect-provider.ts'
import { UnpricedCallout } from '../../components/unpriced/unpriced-callout.tsx'
import { useText } from '../../lib/text/text.ts'
import styles from './start.module.css'
import { startText } from './start.text.ts'

type ProviderStepProps = {
  isDone: boolean
  connected: Connected | undefined
  onBegin: () => void
  onConnected: (connected: Connected) => void
}

/** The field for a key, and what becomes of it; a line once there is a channel. */
export function ProviderStep({ isDone, connected, onBegin, onConnected }: ProviderStepProps) {
  const t = useText(startText)
  const [pasted] = useState(takeKey)
  // A channel that was made before this page opened leaves nothing to do here, unless a key was brought along.
  const [isOpen, setIsOpen] = useState(!isDone || pasted !== '')
  const [form, setForm] = useState(0)
  const finish = (made: Connected) => {
    onConnected(made)
    setIsOpen(false)
  }
  if (isOpen)
    return (
      <>
        <p>{t('providerText')}</p>
        <ProviderKey key={form} pasted={pasted} onBegin={onBegin} onConnected={finish} />
      </>
    )
  const openAgain = () => {
    setForm(form + 1)
    setIsOpen(true)
  }
  return (
    <>
      <p className={styles.line}>
        {connected ? connected.facts.join(' · ') : t('providerDone')} <Link to="/channel">{t('openChannels')}</Link>
        <Button type="link" className={styles.link} onClick={openAgain}>
          {t('another')}
        </Button>
      </p>
      <UnpricedCallout models={connected?.unpriced ?? []} />
    </>
  )
}

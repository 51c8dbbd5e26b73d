import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FirstSteps } from '@turnpike/contract/system/setup'
import { Button } from 'antd'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Sheet } from '../../components/page/sheet.tsx'
import { readyToken } from '../../components/provider-key/connect-provider.ts'
import { takeKey } from '../../components/provider-key/held-key.ts'
import { providerKeyText } from '../../components/provider-key/provider-key.text.ts'
import { ProviderKey } from '../../components/provider-key/provider-key.tsx'
import type { Connected } from '../../components/provider-key/use-connect-provider.ts'
import { UnpricedCallout } from '../../components/unpriced/unpriced-callout.tsx'
import { stepsKey } from '../../lib/api/first-steps.ts'
import { CallStep } from './call-step.tsx'
import styles from './start.module.css'
import { startText } from './start.text.ts'

/** The three steps, each with its state and what it takes. */
export function StepCard({ steps }: { steps: FirstSteps }) {
  const t = startText.use()
  // Until the page is left, the call is made with what was connected here.
  const [connected, setConnected] = useState<Connected>()
  // A channel whose test is under way, or has failed, is not the end of the first step.
  const [isConnecting, setIsConnecting] = useState(false)
  const hasToken = steps.has_token || connected !== undefined
  const hasChannel = !isConnecting && (steps.has_channel || connected !== undefined)
  const next = !hasChannel ? 'provider' : !hasToken ? 'token' : 'call'
  return (
    <Sheet flush>
      <ol className={styles.steps} aria-label={t('stepList')}>
        <Step number={1} title={t('provider')} isDone={hasChannel} isNext={next === 'provider'}>
          <ProviderStep
            isDone={hasChannel}
            connected={connected}
            onBegin={() => setIsConnecting(true)}
            onConnected={(made) => {
              setConnected(made)
              setIsConnecting(false)
            }}
          />
        </Step>
        <Step number={2} title={t('token')} isDone={hasToken} isNext={next === 'token'}>
          <TokenStep isDone={hasToken} isNext={next === 'token'} />
        </Step>
        <Step number={3} title={t('call')} isDone={steps.has_call} isNext={next === 'call'}>
          {next === 'call' ? <CallStep connected={connected} /> : <p>{t('callLater')}</p>}
        </Step>
      </ol>
    </Sheet>
  )
}

type StepProps = { number: number; title: string; isDone: boolean; isNext: boolean; children: ReactNode }

function Step({ number, title, isDone, isNext, children }: StepProps) {
  const t = startText.use()
  const state = isDone ? 'done' : isNext ? 'next' : 'later'
  return (
    <li className={styles[state]} aria-current={state === 'next' ? 'step' : undefined}>
      <span className={styles.number} aria-hidden>
        {isDone ? <Check /> : number}
      </span>
      <div className={styles.body}>
        <h2 className={styles.title}>
          {title}
          <span className={styles.state}>{t(state)}</span>
        </h2>
        {children}
      </div>
    </li>
  )
}

function TokenStep({ isDone, isNext }: { isDone: boolean; isNext: boolean }) {
  const t = startText.use()
  const tKey = providerKeyText.use()
  const queries = useQueryClient()
  const create = useMutation({
    mutationFn: () => readyToken(tKey('tokenName')),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: stepsKey })
      void queries.invalidateQueries({ queryKey: ['tokens'] })
    },
  })
  if (isDone)
    return (
      <p className={styles.line}>
        {t('tokenDone')} <Link to="/token">{t('openTokens')}</Link>
      </p>
    )
  return (
    <>
      <p>{t('tokenText')}</p>
      {isNext && (
        <Button type="primary" loading={create.isPending} onClick={() => create.mutate()}>
          {t('createToken')}
        </Button>
      )}
    </>
  )
}

type ProviderStepProps = {
  isDone: boolean
  connected: Connected | undefined
  onBegin: () => void
  onConnected: (connected: Connected) => void
}

/** The field for a key, and what becomes of it; a line once there is a channel. */
function ProviderStep({ isDone, connected, onBegin, onConnected }: ProviderStepProps) {
  const t = startText.use()
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

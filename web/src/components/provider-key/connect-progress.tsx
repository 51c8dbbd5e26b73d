import { Circle, CircleCheck, CircleX, LoaderCircle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { SelectField } from '../fields/choice-field.tsx'
import textStyles from '../style/text.module.css'
import { UnpricedCallout } from '../unpriced/unpriced-callout.tsx'
import { type ConnectStep, connectSteps } from './connect-provider.ts'
import styles from './provider-key.module.css'
import { providerKeyText } from './provider-key.text.ts'
import type { StepState, useConnectProvider } from './use-connect-provider.ts'

const icons = { waiting: Circle, running: LoaderCircle, done: CircleCheck, failed: CircleX }

type ProgressProps = { connection: ReturnType<typeof useConnectProvider>; host: string }

/** Every step of connecting a provider with its result; a failed step says what to do. */
export function ConnectProgress({ connection, host }: ProgressProps) {
  const t = providerKeyText.use()
  const { steps, isRunning, failedStep, models, unpriced, model, setModel } = connection
  const priced = models.filter((name) => !unpriced.includes(name))
  const names: Record<ConnectStep, string> = {
    models: t('models', { host }),
    channel: t('channel'),
    test: model ? t('testWith', { model }) : t('test'),
    token: t('token'),
  }
  // On a phone the button is at the lower edge, and the steps would begin below it.
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failedStep || isRunning) box.current?.scrollIntoView({ block: 'nearest' })
  }, [failedStep, isRunning])
  return (
    <div ref={box} className={styles.progress} role="status">
      <ol className={styles.steps} aria-label={t('progress')}>
        {connectSteps.map((step) => (
          <Step key={step} name={names[step]} step={steps[step]} />
        ))}
      </ol>
      {failedStep && <p className={textStyles.secondary}>{t(`${failedStep}Advice`)}</p>}
      {!isRunning && <UnpricedCallout models={unpriced} />}
      {failedStep === 'test' && priced.length > 1 && (
        <SelectField
          label={t('testModel')}
          value={model}
          options={priced.map((value) => ({ value, label: value }))}
          showSearch
          onChange={setModel}
        />
      )}
    </div>
  )
}

function Step({ name, step }: { name: string; step: StepState | undefined }) {
  const state = step?.state ?? 'waiting'
  const Icon = icons[state]
  return (
    <li className={styles[state]}>
      <Icon aria-hidden />
      <span className={styles.stepName}>{name}</span>
      {step?.words && <span className={styles.stepWords}>{step.words}</span>}
    </li>
  )
}

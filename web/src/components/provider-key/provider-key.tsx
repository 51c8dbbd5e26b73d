import { channelTypes } from '@turnpike/contract/channel-types'
import { recogniseKey } from '@turnpike/contract/routing/recognise-key'
import { Button, Select } from 'antd'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { useStatus } from '../../lib/api/status.ts'
import { ChoiceChips } from '../fields/choice-chips.tsx'
import { Field } from '../fields/field.tsx'
import { InputField, PasswordField } from '../fields/input-field.tsx'
import layoutStyles from '../style/layout.module.css'
import { ConnectProgress } from './connect-progress.tsx'
import { allChoices, type Choice, choiceOf, compatible, hostOf, problemOf } from './provider-choice.ts'
import styles from './provider-key.module.css'
import { providerKeyText } from './provider-key.text.ts'
import { type Connected, useConnectProvider } from './use-connect-provider.ts'

type ProviderKeyProps = {
  /** A key that was pasted on another page. */
  pasted?: string
  /** The key is sent for the first time. */
  onBegin: () => void
  onConnected: (connected: Connected) => void
}

/** The placeholder of the address: the default address, or an example. */
const usualAddress = ({ type, needsAddress }: Choice) =>
  (!needsAddress && channelTypes[type].defaultBaseUrl) || 'https://api.example.com'

/** One field for a key of any provider. The user confirms the provider and its host; only then is the key sent anywhere. */
export function ProviderKey({ pasted = '', onBegin, onConnected }: ProviderKeyProps) {
  const t = providerKeyText.use()
  const status = useStatus()
  const [text, setText] = useState(pasted)
  const [chosenId, setChosenId] = useState<string>()
  const [baseUrl, setBaseUrl] = useState('')
  const [other, setOther] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const connection = useConnectProvider(onBegin, onConnected)

  const { key, providers, isCertain, problem: keyProblem } = recogniseKey(text)
  const anyServer = compatible(t('compatible'))
  const likely = providers.map(choiceOf)
  const choices = [...likely, anyServer, ...allChoices(status?.callable_channel_types)].filter(
    (one, index, all) => all.findIndex(({ id }) => id === one.id) === index,
  )
  const choice = choices.find(({ id }) => id === chosenId) ?? (isCertain ? likely[0] : undefined)
  const draft = choice && { choice, key, base_url: baseUrl, other }
  const problem = draft && problemOf(draft)
  const host = draft && hostOf(draft)
  const otherMeaning = choice && channelTypes[choice.type].other
  const isBegun = Object.keys(connection.steps).length > 0

  function choose(next: Choice) {
    setChosenId(next.id)
    // The address of one provider must not get the key of another.
    setBaseUrl('')
    setOther('')
    setIsChecked(false)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setIsChecked(true)
    if (draft && key && !keyProblem && !problem) void connection.connect(draft)
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate autoComplete="off">
      <PasswordField
        label={t('key')}
        help={t('keyHelp')}
        problem={keyProblem === 'several' ? t('several') : keyProblem === 'aws_parts' ? t('awsParts') : undefined}
        value={text}
        placeholder={t('keyPlaceholder')}
        autoComplete="off"
        spellCheck={false}
        disabled={connection.isRunning}
        onChange={(text) => {
          setText(text)
          setChosenId(undefined)
        }}
      />
      {key !== '' && keyProblem !== 'several' && (
        <>
          <Field
            label={t('provider')}
            help={t(choice && isCertain && !chosenId ? 'recognised' : likely.length > 0 ? 'choose' : 'unknown')}
          >
            {({ id, ...control }) => (
              <>
                {!isCertain && (
                  <ChoiceChips
                    label={t('likely')}
                    choices={[...likely, anyServer].map(({ id: value, name }) => ({ value, label: name }))}
                    {...(choice && { chosen: choice.id })}
                    disabled={connection.isRunning}
                    onChoose={(value) => {
                      const next = choices.find((one) => one.id === value)
                      if (next) choose(next)
                    }}
                  />
                )}
                <Select
                  id={id}
                  aria-describedby={control['aria-describedby']}
                  className={layoutStyles.wide}
                  value={choice?.id ?? null}
                  placeholder={t('search')}
                  classNames={{ placeholder: styles.placeholder ?? '' }}
                  options={choices.map(({ id: value, name }) => ({ value, label: name }))}
                  showSearch={{ optionFilterProp: 'label' }}
                  disabled={connection.isRunning}
                  onChange={(value) => {
                    const next = choices.find((one) => one.id === value)
                    if (next) choose(next)
                  }}
                />
              </>
            )}
          </Field>
          {choice && (
            <InputField
              label={t('baseUrl')}
              optional={!choice.needsAddress}
              problem={
                isChecked && (problem === 'baseUrlMissing' || problem === 'baseUrlWrong') ? t(problem) : undefined
              }
              value={baseUrl}
              placeholder={choice.base_url || usualAddress(choice)}
              inputMode="url"
              spellCheck={false}
              disabled={connection.isRunning}
              onChange={setBaseUrl}
            />
          )}
          {otherMeaning?.required && (
            <InputField
              label={t(otherMeaning.meaning === 'account' ? 'account' : 'region')}
              problem={isChecked && problem === 'otherMissing' ? t('otherMissing') : undefined}
              value={other}
              placeholder={otherMeaning.meaning === 'region' ? 'global' : ''}
              disabled={connection.isRunning}
              onChange={setOther}
            />
          )}
          {choice && !problem && (
            <p className={styles.sentTo}>
              {host ? (
                <>
                  {t('sentTo')} <strong>{host}</strong>
                </>
              ) : (
                t('sentToProvider', { name: choice.name })
              )}
            </p>
          )}
        </>
      )}
      {isBegun && <ConnectProgress connection={connection} host={host ?? choice?.name ?? ''} />}
      <div className={styles.actions}>
        <Button
          type="primary"
          htmlType="submit"
          loading={connection.isRunning}
          disabled={!draft || key === '' || keyProblem !== undefined}
        >
          {connection.failedStep ? t('again') : choice ? t('connect', { name: choice.name }) : t('connectAny')}
        </Button>
        <Link to="/channel/add">{t('fullForm')}</Link>
      </div>
    </form>
  )
}

import { quotaType } from '@turnpike/contract/money/pricing'
import { Button, Segmented } from 'antd'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { AutoCompleteField, SelectField } from '../../../components/fields/choice-field.tsx'
import { Field } from '../../../components/fields/field.tsx'
import { InputField, TextAreaField } from '../../../components/fields/input-field.tsx'
import { JsonField } from '../../../components/fields/json-field.tsx'
import { NumberField } from '../../../components/fields/number-field.tsx'
import { dollarsOfCall, dollarsOfTokens, listedPrice, million } from '../../../lib/format/price-text.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import type { Mode } from '../messages/message.ts'
import {
  defaultSettings,
  efforts,
  imageCountMax,
  imageQualities,
  imageSizes,
  maxTokensMax,
  parseJsonSettings,
  soundFormats,
  voices,
} from '../request/settings.ts'
import { changeSettings, usePlayground, useSettings } from '../store/use-playground.ts'
import { ChannelSelect } from './channel-select.tsx'
import { GroupSelect } from './group-select.tsx'
import { ModelSelect } from './model-select.tsx'
import { RangeField } from './range-field.tsx'
import styles from './settings.module.css'
import { settingsText } from './settings.text.ts'
import { modesOf } from './use-models.ts'

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** Everything that is sent beside the words; remembered in this browser. */
export function SettingsPanel({ mode }: { mode: Mode }) {
  const t = settingsText.use()
  const { store, models, isAdmin } = usePlayground()
  const used = store.usePart('models')
  const model = used[0] ?? ''
  const possible = modesOf(models.priced.get(model))
  return (
    <div className={styles.panel}>
      {used.length === 1 && (
        <Field label={t('model')} help={<PriceLine model={model} />}>
          {({ id }) => (
            <ModelSelect
              id={id}
              value={model}
              onChange={(next) => {
                store.setModel(0, next)
                changeSettings({ model: next })
              }}
            />
          )}
        </Field>
      )}
      {used.length === 1 && possible.length > 1 && (
        <div>
          <Segmented
            block
            aria-label={t('mode')}
            value={mode}
            options={possible.map((value) => ({ value, label: t(value) }))}
            onChange={(next) => changeSettings({ mode: next })}
          />
        </div>
      )}
      <Field label={t('group')}>{({ id }) => <GroupSelect id={id} />}</Field>
      {mode === 'chat' && <ChatFields />}
      {mode === 'image' && <ImageFields />}
      {mode === 'speech' && <SpeechFields />}
      {mode === 'transcription' && <TranscriptionFields />}
      {isAdmin && (
        <Field label={t('channel')} help={t('channelHelp')}>
          {({ id, 'aria-describedby': describedBy }) => <ChannelSelect id={id} describedBy={describedBy} />}
        </Field>
      )}
    </div>
  )
}

function ChatFields() {
  const t = settingsText.use()
  const settings = useSettings()
  return (
    <>
      <RangeField
        name="temperature"
        value={settings.temperature}
        onChange={(temperature) => changeSettings({ temperature })}
        ends={[t('precise'), t('loose')]}
      />
      <NumberField
        label={t('maxTokens')}
        placeholder={t('byModel')}
        min={1}
        max={maxTokensMax}
        precision={0}
        value={settings.max_tokens || null}
        onChange={(value) => changeSettings({ max_tokens: value ?? 0 })}
      />
      <TextAreaField
        label={t('system')}
        autoSize={{ minRows: 2, maxRows: 10 }}
        value={settings.system}
        onChange={(system) => changeSettings({ system })}
      />
      <Advanced />
    </>
  )
}

const toolTemplate = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'The weather in a city',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
]
const schemaTemplate = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] }

function Advanced() {
  const t = settingsText.use()
  const settings = useSettings()
  const [isChecked, setIsChecked] = useState(false)
  const parsed = parseJsonSettings(settings)
  const badField = isChecked && 'field' in parsed ? parsed.field : undefined
  return (
    <details className={styles.advanced}>
      <summary>
        <ChevronRight aria-hidden /> {t('advanced')}
      </summary>
      {(['top_p', 'frequency_penalty', 'presence_penalty'] as const).map((name) => (
        <RangeField
          key={name}
          name={name}
          value={settings[name]}
          onChange={(value) => changeSettings({ [name]: value })}
        />
      ))}
      <NumberField
        label={t('seed')}
        optional
        precision={0}
        value={settings.seed}
        onChange={(seed) => changeSettings({ seed })}
      />
      <SelectField
        label={t('effort')}
        value={settings.reasoning_effort}
        options={[{ value: '', label: t('byModel') }, ...optionsOf(efforts)]}
        onChange={(reasoning_effort: string) => changeSettings({ reasoning_effort })}
      />
      <JsonField
        label={t('schema')}
        optional
        value={settings.json_schema}
        template={schemaTemplate}
        problem={badField === 'json_schema' ? t('schemaProblem') : undefined}
        onBlur={() => setIsChecked(true)}
        onChange={(json_schema) => changeSettings({ json_schema })}
      />
      <JsonField
        label={t('tools')}
        optional
        help={t('toolsHelp')}
        value={settings.tools}
        template={toolTemplate}
        problem={badField === 'tools' ? t('toolsProblem') : undefined}
        onBlur={() => setIsChecked(true)}
        onChange={(tools) => changeSettings({ tools })}
      />
      <Button
        size="small"
        onClick={() => {
          const { model, group, mode, channel } = settings
          changeSettings({ ...defaultSettings, model, group, mode, channel })
        }}
      >
        {t('allDefaults')}
      </Button>
    </details>
  )
}

function ImageFields() {
  const t = settingsText.use()
  const settings = useSettings()
  return (
    <>
      <Choice
        label={t('size')}
        values={imageSizes}
        value={settings.image_size}
        onChange={(image_size) => changeSettings({ image_size })}
      />
      <Choice
        label={t('quality')}
        values={imageQualities}
        value={settings.image_quality}
        onChange={(image_quality) => changeSettings({ image_quality })}
      />
      <NumberField
        label={t('count')}
        width="number"
        min={1}
        max={imageCountMax}
        precision={0}
        value={settings.image_count}
        onChange={(value) => changeSettings({ image_count: value ?? 1 })}
      />
    </>
  )
}

function SpeechFields() {
  const t = settingsText.use()
  const settings = useSettings()
  return (
    <>
      <AutoCompleteField
        label={t('voice')}
        value={settings.voice}
        options={optionsOf(voices)}
        onChange={(voice: string) => changeSettings({ voice })}
      />
      <Choice
        label={t('format')}
        values={soundFormats}
        value={settings.sound_format}
        onChange={(sound_format) => changeSettings({ sound_format })}
      />
      <RangeField name="speed" value={settings.speed} onChange={(speed) => changeSettings({ speed })} />
    </>
  )
}

function TranscriptionFields() {
  const t = settingsText.use()
  const settings = useSettings()
  return (
    <InputField
      label={t('language')}
      help={t('languageHelp')}
      optional
      maxLength={12}
      value={settings.spoken_language}
      onChange={(text) => changeSettings({ spoken_language: text })}
    />
  )
}

type ChoiceProps = { label: string; values: readonly string[]; value: string; onChange: (value: string) => void }

const Choice = ({ label, values, value, onChange }: ChoiceProps) => (
  <SelectField label={label} value={value} options={optionsOf(values)} onChange={onChange} />
)

/** What the model costs in the chosen group. */
function PriceLine({ model }: { model: string }) {
  const t = settingsText.use()
  const { models } = usePlayground()
  const settings = useSettings()
  const { perUnit } = useQuotaRate()
  const priced = models.priced.get(model)
  if (!priced) return null
  const ratio = models.groups[settings.group || models.ownGroup]?.ratio ?? 1
  if (priced.quota_type === quotaType.call) return t('perCall', { price: dollarsOfCall(priced.model_price, ratio) })
  const price = (...ratios: number[]) =>
    listedPrice(dollarsOfTokens(million, perUnit, priced.model_ratio, ratio, ...ratios))
  return t('prices', { input: price(), output: price(priced.completion_ratio) })
}

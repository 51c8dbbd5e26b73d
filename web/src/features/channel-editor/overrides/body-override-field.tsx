import { Segmented } from 'antd'
import { Suspense, useState } from 'react'
import { Field } from '../../../components/fields/field.tsx'
import { JsonField } from '../../../components/fields/json-field.tsx'
import textStyles from '../../../components/style/text.module.css'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { bodyOverride, formOverride, readBodyForm } from './body-form.ts'
import styles from './overrides.module.css'
import { overridesText } from './overrides.text.ts'
import { useRowWords } from './row-problem.text.ts'

const BodyFormFields = lazyPart(async () => (await import('./body-form-fields.tsx')).BodyFormFields)

const template = {
  temperature: 0.7,
  operations: [
    {
      mode: 'set',
      path: 'reasoning_effort',
      value: 'low',
      conditions: [{ path: 'model', mode: 'prefix', value: 'gpt-5' }],
    },
  ],
}

/** The override of the body as a form or as JSON. JSON that the form cannot show stays JSON. */
export function BodyOverrideField({ form }: { form: ChannelForm }) {
  const { values, edit, field } = form
  const t = overridesText.use()
  const override = values.param_override
  const [wantsJson, setWantsJson] = useState(false)
  const isJson = wantsJson || override.form === undefined
  const isReadable = !isJson || readBodyForm(override.text) !== undefined
  const { problem, ...labelled } = field('param_override')
  const rowWords = useRowWords()
  const found = form.problemOf('param_override')
  const placed = found?.at && isInRows(found.at) ? { at: found.at, text: rowWords(found) ?? problem ?? '' } : undefined
  const viewSwitch = (
    <Segmented
      size="small"
      className={styles.view}
      aria-label={t('view', { label: labelled.label })}
      value={isJson ? 'json' : 'form'}
      options={[
        { value: 'form', label: t('form'), disabled: !isReadable },
        { value: 'json', label: t('json') },
      ]}
      onChange={(view) => {
        setWantsJson(view === 'json')
        if (view === 'form' && override.form === undefined) edit({ param_override: bodyOverride(override.text) })
      }}
    />
  )
  if (isJson)
    return (
      <JsonField
        {...labelled}
        problem={problem}
        optional
        help={isReadable ? t('bodyHelp') : `${t('noForm')} ${t('bodyHelp')}`}
        value={override.text}
        template={template}
        rows={6}
        beside={viewSwitch}
        onChange={(text) => edit({ param_override: { text } })}
      />
    )
  return (
    <Field {...labelled} problem={placed ? undefined : problem} optional extra={viewSwitch}>
      {({ 'aria-describedby': describedBy, onBlur }) => (
        // biome-ignore lint/a11y/useSemanticElements: the rows have labels of their own, not a legend
        <div
          role="group"
          aria-label={labelled.label}
          aria-describedby={describedBy}
          className={styles.body}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.()
          }}
        >
          <p className={textStyles.hint}>{t('bodyHelp')}</p>
          {override.form && (
            <Suspense>
              <BodyFormFields
                form={override.form}
                problem={placed}
                onChange={(next) => edit({ param_override: formOverride(next) })}
              />
            </Suspense>
          )}
        </div>
      )}
    </Field>
  )
}

/** Whether a row shows the problem itself. */
const isInRows = (at: string) => /^(fields|operations)\[/.test(at)

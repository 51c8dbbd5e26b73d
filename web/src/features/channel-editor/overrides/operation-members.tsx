import {
  membersOfMode,
  type OperationMode,
  returnedErrorDefaults,
  returnedStatusBounds,
} from '@turnpike/contract/routing/overrides'
import { Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { Field } from '../../../components/fields/field.tsx'
import { isObject } from '../../../components/fields/json-problem.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import monoFieldStyles from '../../../components/style/mono-field.module.css'
import { type OperationRow, textIn, typedValue, withJson, withTypedValue } from './body-form.ts'
import styles from './overrides.module.css'
import { overridesText } from './overrides.text.ts'
import { markOf, type PlacedProblem } from './placed-problem.ts'
import { ValueInput } from './value-input.tsx'

type OperationMembersProps = {
  operation: OperationRow
  mode: OperationMode
  /** The place of the operation. */
  at: string
  problem: PlacedProblem | undefined
  onChange: (operation: OperationRow) => void
}

/** The members of an operation, by its mode. */
export function OperationMembers(props: OperationMembersProps) {
  const { operation, mode, at, problem, onChange } = props
  const t = overridesText.use()
  const { json } = operation
  const isHeader = mode.endsWith('_header')
  const set = (name: string, value: unknown) => onChange({ ...operation, json: withJson(json, name, value) })
  const text = (name: 'path' | 'from' | 'to', label: string, placeholder: string) => (
    <Field key={name} label={label}>
      {({ id }) => (
        <Input
          {...markOf(problem, `${at}.${name}`)}
          id={id}
          className={monoFieldStyles.mono ?? ''}
          value={textIn(json, name)}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => set(name, target.value)}
        />
      )}
    </Field>
  )
  if (mode === 'replace')
    return (
      <>
        {text('path', t('path'), 'messages.0.content')}
        <div className={styles.members}>
          {text('from', t('oldText'), '')}
          {text('to', t('newText'), '')}
        </div>
      </>
    )
  if (mode === 'return_error') return <ReturnedErrorFields {...props} />
  // A header that is copied to its own name may have only the member `path`.
  const isCopied = mode === 'copy_header' || mode === 'move_header'
  const members = membersOfMode[mode].filter(
    (name) => name !== 'keep_origin' && !(isCopied && name === 'path' && !json.path),
  )
  const fields: Record<string, ReactNode> = {
    path: isHeader ? text('path', t('header'), 'X-Request-Id') : text('path', t('path'), 'temperature'),
    from: text('from', t('from'), isHeader ? 'X-Request-Id' : 'max_tokens'),
    to: text('to', t('to'), isHeader ? 'X-Trace-Id' : 'max_completion_tokens'),
    value: <ValueField key="value" {...props} />,
  }
  return <div className={styles.members}>{members.map((name) => fields[name])}</div>
}

/** The value of a body field, of a header, or the names of headers. */
function ValueField({ operation, mode, at, problem, onChange }: OperationMembersProps) {
  const t = overridesText.use()
  const { json } = operation
  const set = (value: unknown) => onChange({ ...operation, json: withJson(json, 'value', value) })
  const mark = markOf(problem, `${at}.value`)
  if (mode === 'pass_headers' && (json.value === undefined || isTexts(json.value)))
    return (
      <Field label={t('headers')}>
        {({ id }) => (
          <Select
            {...mark}
            id={id}
            className={layoutStyles.wide ?? ''}
            mode="tags"
            open={false}
            suffixIcon={null}
            value={isTexts(json.value) ? json.value : []}
            placeholder={t('headersPlaceholder')}
            tokenSeparators={[',', '，', ' ']}
            onChange={(names: string[]) => set(names.length === 0 ? undefined : names)}
          />
        )}
      </Field>
    )
  const isText = mode === 'set_header' && (json.value === undefined || typeof json.value === 'string')
  return (
    <Field label={t('value')}>
      {({ id }) =>
        isText ? (
          <Input
            {...mark}
            id={id}
            className={monoFieldStyles.mono ?? ''}
            value={textIn(json, 'value')}
            placeholder="{client_header:X-Request-Id}"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => set(target.value)}
          />
        ) : (
          <ValueInput
            {...mark}
            id={id}
            placeholder="0.7"
            value={typedValue(operation)}
            onChange={(typed) => onChange(withTypedValue(operation, typed))}
          />
        )
      }
    </Field>
  )
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** The error that the client gets. A value that is only a text is its message. */
function ReturnedErrorFields({ operation, at, problem, onChange }: OperationMembersProps) {
  const t = overridesText.use()
  const { json } = operation
  const { value } = json
  const error = isObject(value) ? value : { message: value }
  const change = (name: string, next: unknown) => {
    const changed = withJson(error, name, next)
    onChange({ ...operation, json: withJson(json, 'value', isObject(value) || name !== 'message' ? changed : next) })
  }
  const code = error.code ?? ''
  return (
    <>
      <Field label={t('errorMessage')}>
        {({ id }) => (
          <Input
            {...markOf(problem, `${at}.value.message`)}
            id={id}
            value={textIn(error, 'message')}
            onChange={({ target }) => change('message', target.value)}
          />
        )}
      </Field>
      <div className={styles.members}>
        <Field label={t('errorStatus')} optional>
          {({ id }) => (
            <InputNumber
              {...markOf(problem, `${at}.value.status_code`)}
              id={id}
              className={layoutStyles.wide ?? ''}
              value={typeof error.status_code === 'number' ? error.status_code : null}
              min={returnedStatusBounds.min}
              max={returnedStatusBounds.max}
              precision={0}
              controls={false}
              placeholder={String(returnedErrorDefaults.status_code)}
              onChange={(status) => change('status_code', status ?? undefined)}
            />
          )}
        </Field>
        <Field label={t('errorCode')} optional>
          {({ id }) => (
            <Input
              {...markOf(problem, `${at}.value.code`)}
              id={id}
              className={monoFieldStyles.mono ?? ''}
              value={String(code)}
              placeholder={returnedErrorDefaults.code}
              onChange={({ target }) => change('code', target.value || undefined)}
            />
          )}
        </Field>
      </div>
    </>
  )
}

import { exampleBody, exampleParameters, filledPath, type Operation } from '@turnpike/contract/reference/operation'
import { Button } from 'antd'
import { Play, Square } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import { Field } from '../../../components/fields/field.tsx'
import { InputField, TextAreaField } from '../../../components/fields/input-field.tsx'
import { parseJson } from '../../../components/fields/json-problem.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { keyHeaders } from '../../../lib/client-code/http-code.ts'
import { keyOf } from '../../../lib/format/token-key.ts'
import { signInRedirect } from '../../../lib/session/session.ts'
import styles from '../reference.module.css'
import type { Reader } from '../use-reader.ts'
import { tryText } from './try.text.ts'
import { TryResult } from './try-result.tsx'
import { useTry } from './use-try.ts'

type TryFormProps = {
  operation: Operation
  reader: Reader
  /** The models that the token can use here. */
  models: readonly string[] | undefined
  model: string | undefined
  onModel: (model: string) => void
}

/** Sends the operation with one of the reader's tokens. */
export function TryForm(props: TryFormProps) {
  const t = tryText.use()
  const { pathname } = useLocation()
  const { operation, reader } = props
  const needsKey = operation.key !== 'none'
  if (needsKey && !reader.isSignedIn)
    return (
      <p className={styles.note}>
        {t('signInFirst')} <Link {...signInRedirect(pathname)}>{t('signIn')}</Link>
      </p>
    )
  if (needsKey && reader.tokens?.length === 0)
    return (
      <p className={styles.note}>
        {t('noToken')} <Link to="/token?open=new">{t('createToken')}</Link>
      </p>
    )
  if (needsKey && !reader.token) return null // the tokens are loading
  return <Form {...props} />
}

const print = (value: unknown) => JSON.stringify(value, null, 2)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectIn(text: string): Record<string, unknown> | undefined {
  const parsed = parseJson(text)
  return 'value' in parsed && isObject(parsed.value) ? parsed.value : undefined
}

function Form({ operation, reader: { tokens = [], token, choose }, models, model, onModel }: TryFormProps) {
  const t = tryText.use()
  const { method, path, key, body, isCharged = false, parameters = {} } = operation
  const [values, setValues] = useState(exampleParameters(operation, model))
  const [text, setText] = useState(print(exampleBody(operation, model)))
  const [files, setFiles] = useState<Record<string, File>>({})
  const [isAsking, setIsAsking] = useState(false)
  const { start, stop, isRunning, received, problem } = useTry()

  const whole = body && objectIn(text)
  const isBroken = body !== undefined && whole === undefined
  const uploads = Object.entries(body?.fields ?? {}).filter(([, { isFile }]) => isFile)
  const isReady = !isBroken && uploads.every(([name, { required }]) => !required || files[name])
  const hasModelInPath = path.includes('{model}')

  function chooseModel(chosen: string) {
    onModel(chosen)
    if (hasModelInPath) setValues({ ...values, model: chosen })
    else if (whole) setText(print({ ...whole, model: chosen }))
  }

  function request() {
    const headers = token ? keyHeaders(key, keyOf(token)) : {}
    const sent = body?.as === 'form' ? formOf(whole, files) : whole && JSON.stringify(whole)
    return { method, path: filledPath(path, values), headers, body: sent }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isReady || isRunning) return
    if (method === 'DELETE') setIsAsking(true)
    else void start(request())
  }

  const offered = models?.length ? models : undefined
  return (
    <form className={styles.try} aria-label={t('title')} onSubmit={submit}>
      {token && key !== 'none' && (
        <SelectField
          label={t('token')}
          value={token.id}
          options={tokens.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={choose}
        />
      )}
      {offered && model !== undefined && (
        <SelectField
          showSearch
          label={t('model')}
          value={model}
          options={offered.map((value) => ({ value, label: value }))}
          onChange={chooseModel}
        />
      )}
      {Object.keys(parameters)
        .filter((name) => name !== 'model' || !offered)
        .map((name) => (
          <InputField
            key={name}
            label={name}
            optional={!parameters[name]?.required}
            value={values[name] ?? ''}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
      {body && (
        <TextAreaField
          label={t(body.as === 'json' ? 'body' : 'form')}
          className={styles.editor ?? ''}
          autoSize={{ minRows: 3, maxRows: 16 }}
          spellCheck={false}
          value={text}
          problem={isBroken ? t('badBody') : undefined}
          onChange={setText}
        />
      )}
      {uploads.map(([name, { required }]) => (
        <Field key={name} label={name} optional={!required}>
          {({ status: _, ...control }) => (
            <span className={styles.file}>
              <input
                {...control}
                type="file"
                className={textStyles.unseen}
                onChange={({ target }) => {
                  const { [name]: _, ...others } = files
                  const file = target.files?.[0]
                  setFiles(file ? { ...others, [name]: file } : others)
                }}
              />
              <label htmlFor={control.id}>{files[name]?.name ?? t('file')}</label>
            </span>
          )}
        </Field>
      ))}
      <div className={layoutStyles.wrappingRow}>
        {isRunning ? (
          <Button icon={<Square />} onClick={stop}>
            {t('stop')}
          </Button>
        ) : (
          <Button type="primary" htmlType="submit" icon={<Play />} disabled={!isReady}>
            {t('send')}
          </Button>
        )}
        {isCharged && <span className={textStyles.hint}>{t('charged')}</span>}
      </div>
      {problem && (
        <p className={textStyles.problemSmall} role="alert">
          {problem}
        </p>
      )}
      {received && <TryResult received={received} isRunning={isRunning} isCharged={isCharged} />}
      {isAsking && (
        <ConfirmDialog
          danger
          title={t('deleteTitle')}
          text={t('deleteText')}
          verb={t('remove')}
          onConfirm={() => {
            setIsAsking(false)
            void start(request())
          }}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </form>
  )
}

/** The fields as texts, and the files. */
function formOf(fields: Record<string, unknown> = {}, files: Record<string, File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  for (const [name, file] of Object.entries(files)) form.set(name, file)
  return form
}

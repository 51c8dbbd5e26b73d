import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { channelApi } from '@turnpike/contract/routing/channel'
import { AutoComplete, Button, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Field } from '../../../../components/fields/field.tsx'
import { JsonField } from '../../../../components/fields/json-field.tsx'
import { isObject, objectProblem, parseJson } from '../../../../components/fields/json-problem.ts'
import { PairField } from '../../../../components/fields/pairs/pair-field.tsx'
import { SideDrawer } from '../../../../components/overlay/side-drawer.tsx'
import { Callout } from '../../../../components/states/callout.tsx'
import layoutStyles from '../../../../components/style/layout.module.css'
import monoFieldStyles from '../../../../components/style/mono-field.module.css'
import { call } from '../../../../lib/api/call.ts'
import { oneKeyOf } from '../../draft.ts'
import type { ChannelForm } from '../../use-channel-form.ts'
import styles from './dry-run.module.css'
import { dryRunText } from './dry-run.text.ts'
import { type DryRunPath, dryRunPaths, exampleBody, requestPath, withModel } from './example-request.ts'
import { ShownRequest } from './shown-request.tsx'

type DryRunDrawerProps = { form: ChannelForm; onClosed: () => void }

/** The request that the channel of the form would send for a client's request. The form need not be saved. */
export function DryRunDrawer({ form, onClosed }: DryRunDrawerProps) {
  const t = dryRunText.use()
  const { values } = form
  const [model, setModel] = useState(values.models[0] ?? 'gpt-5')
  const [path, setPath] = useState<DryRunPath>('/v1/chat/completions')
  const [body, setBody] = useState(() => exampleBody(path, model))
  const [headers, setHeaders] = useState('')
  const bodyProblem = body.trim() === '' || objectProblem(body) ? t('bodyProblem') : undefined
  const headersProblem = objectProblem(headers, isHeader) ? t('headersProblem') : undefined
  const isReady = bodyProblem === undefined && headersProblem === undefined
  const request = (): ClientRequest => ({
    path: requestPath(path, model),
    headers: membersIn(headers),
    body: membersIn(body),
  })
  // The example is converted at once.
  const [first] = useState(request)
  const [asked, setAsked] = useState(first)
  const result = useDryRun(form, asked)
  const shown = useScrollTo(asked !== first ? result.dataUpdatedAt : 0)

  function choosePath(next: DryRunPath) {
    setPath(next)
    setBody(exampleBody(next, model))
  }
  function chooseModel(next: string) {
    setModel(next)
    if (bodyProblem === undefined) setBody(JSON.stringify(withModel(path, membersIn(body), next), null, 2))
  }
  return (
    <SideDrawer
      title={t('title')}
      summary={t('summary')}
      onClosed={onClosed}
      buttons={({ close }) => (
        <>
          <Button onClick={close}>{t('close')}</Button>
          <Button type="primary" loading={result.isFetching} disabled={!isReady} onClick={() => setAsked(request())}>
            {t('run')}
          </Button>
        </>
      )}
    >
      <div className={layoutStyles.fields}>
        <Field label={t('path')}>
          {(control) => (
            <Select<DryRunPath>
              {...control}
              className={layoutStyles.wide ?? ''}
              value={path}
              options={dryRunPaths.map((value) => ({ value, label: value }))}
              onChange={choosePath}
            />
          )}
        </Field>
        <Field label={t('model')}>
          {(control) => (
            <AutoComplete
              {...control}
              className={`${layoutStyles.wide} ${monoFieldStyles.mono}`}
              value={model}
              options={values.models.map((value) => ({ value }))}
              showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed.trim()) }}
              onChange={(next: string | undefined) => chooseModel(next ?? '')}
            />
          )}
        </Field>
        <JsonField label={t('body')} problem={bodyProblem} value={body} rows={4} onChange={setBody} />
        <PairField
          label={t('headers')}
          optional
          problem={headersProblem}
          shape="texts"
          columns={{ name: t('headerName'), value: t('headerValue') }}
          add={t('addHeader')}
          value={headers}
          template={{ 'X-Request-Id': 'req-1' }}
          emptyText=""
          onChange={setHeaders}
        />
        {result.error && <Callout tone="error" title={t('failed')} text={result.error.message} />}
        {result.data && !result.error && (
          <div ref={shown} className={styles.result}>
            <ShownRequest result={result.data} />
          </div>
        )}
      </div>
    </SideDrawer>
  )
}

/** Scrolls to the result that was asked for, which is below the fields. */
function useScrollTo(shownAt: number) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (shownAt > 0) element.current?.scrollIntoView({ block: 'start' })
  }, [shownAt])
  return element
}

type ClientRequest = { path: string; headers: Record<string, string>; body: Record<string, unknown> }

const useDryRun = ({ fields, values, stored }: ChannelForm, request: ClientRequest) =>
  useQuery({
    queryKey: ['dry run', request],
    queryFn: () => call(channelApi.dryRun, { body: { ...fields, key: oneKeyOf(values), id: stored?.id, request } }),
    placeholderData: keepPreviousData,
    gcTime: 0, // the form may have changed before the drawer opens again
    retry: false,
  })

const isHeader = (value: unknown, name: string) => typeof value === 'string' && name !== ''

/** The members of a text that has no problem. */
function membersIn<Value>(text: string): Record<string, Value> {
  const parsed = parseJson(text || '{}')
  return ('value' in parsed && isObject(parsed.value) ? parsed.value : {}) as Record<string, Value> // checked before
}

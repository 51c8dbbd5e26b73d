import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChannelToEdit, channelApi, channelStatus } from '@turnpike/contract/routing/channel'
import { Button } from 'antd'
import { History, Zap } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { RelativeTime } from '../../components/figures/relative-time.tsx'
import { LeaveGuard } from '../../components/form/leave-guard.tsx'
import { SaveBar } from '../../components/form/save-bar.tsx'
import { useSaveKey } from '../../components/form/use-save-key.ts'
import { toast } from '../../components/overlay/toast-list.ts'
import { EditPage } from '../../components/page/edit-page.tsx'
import textStyles from '../../components/style/text.module.css'
import { StatusTag } from '../../components/tags/status-tag.tsx'
import { call } from '../../lib/api/call.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { formatDuration } from '../../lib/format/format-time.ts'
import { useUnpriced } from '../../lib/models/use-unpriced.ts'
import { editorText } from './channel-editor.text.ts'
import { CostSection } from './cost/cost-section.tsx'
import { type FieldName, keyModeOf, oneKeyOf } from './draft.ts'
import { LimitsSection } from './limits/limits-section.tsx'
import { ModelsSection } from './models/models-section.tsx'
import { OverridesSection } from './overrides/overrides-section.tsx'
import { RoutingCard } from './routing/routing-card.tsx'
import { AdvancedSection } from './sections/advanced-section.tsx'
import { BasicsSection } from './sections/basics-section.tsx'
import { CredentialsSection } from './sections/credentials-section.tsx'
import { type ChannelForm, useChannelForm } from './use-channel-form.ts'
import { useRefusal } from './use-refusal.ts'
import { useAddChannel, useUpdateChannel } from './use-save-channel.ts'

const ChannelHistory = lazyPart(
  async () => (await import('../../components/history/channel-history.tsx')).ChannelHistory,
)
const ChannelConflict = lazyPart(async () => (await import('./channel-conflict.tsx')).ChannelConflict)

/** A test does not need these fields. */
const unneededForTest = new Set<FieldName>(['name', 'group'])

/** The editor of a stored channel, or of a new one. */
export function ChannelEditor({ stored }: { stored?: ChannelToEdit }) {
  const t = editorText.use()
  const navigate = useNavigate()
  const location = useLocation()
  const form = useChannelForm(stored)
  const { page, passes } = form
  const add = useAddChannel(form)
  const update = useUpdateChannel(form)
  const test = useTestChannel(form)
  const [showsHistory, setShowsHistory] = useState(false)

  const isSaving = add.isPending || update.isPending
  const hasChanges = form.changed.length > 0
  const isTestable = form.traits.testable
  const isBatch = keyModeOf(form.values) === 'batch'

  const everyField = Object.keys(form.fields) as FieldName[]

  function save(andTest: boolean) {
    if (isSaving) return
    // Models that are no list would be stored as a text that routing cannot read.
    if (!Array.isArray(form.values.models)) return toast.error(t('doNotResubmit'))
    if (stored && !hasChanges) return andTest ? test.mutate(stored.id) : toast.info(t('nothingModified'))
    if (!passes(everyField)) return
    if (!stored) return add.mutate({ andTest })
    update.mutate(stored.id, { onSuccess: () => andTest && test.mutate(stored.id) })
  }

  function tryOut() {
    if (stored && !hasChanges) return test.mutate(stored.id)
    if (passes(everyField.filter((name) => !unneededForTest.has(name)))) test.mutate(undefined)
  }

  // A channel that was added with "Save and test" is tested once its editor opens.
  const arrivesForTest = stored !== undefined && location.state?.andTest === true
  const { mutate } = test
  useEffect(() => {
    if (!arrivesForTest) return
    navigate('.', { replace: true, state: null })
    mutate(stored?.id)
  }, [arrivesForTest, navigate, mutate, stored?.id])

  useSaveKey(page)

  const names = form.changed.map(form.labelOf)
  return (
    <form
      ref={page}
      style={{ display: 'contents' }}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        save(false)
      }}
    >
      <EditPage
        title={t(stored ? 'edit' : 'add')}
        object={stored?.name}
        backTo="/channel"
        facts={stored && <ChannelFacts channel={stored} />}
        actions={
          <>
            {stored && (
              <Button icon={<History />} onClick={() => setShowsHistory(true)}>
                {t('history')}
              </Button>
            )}
            <TestButton test={test} stored={stored} isTestable={isTestable} onTest={tryOut} />
          </>
        }
        aside={<RoutingCard form={form} />}
        bar={
          <SaveBar
            changes={names}
            isSaving={isSaving}
            back={{ text: t('cancel'), onClick: () => navigate('/channel') }}
          >
            <Button icon={<Zap />} disabled={!isTestable || isBatch || isSaving} onClick={() => save(true)}>
              {t('saveAndTest')}
            </Button>
          </SaveBar>
        }
      >
        <BasicsSection form={form} />
        <CredentialsSection form={form} />
        <ModelsSection form={form} />
        <CostSection form={form} />
        <LimitsSection form={form} id={stored?.id} />
        <OverridesSection form={form} />
        <AdvancedSection form={form} />
      </EditPage>
      {update.conflict && <ChannelConflict form={form} update={update} />}
      {stored && showsHistory && <ChannelHistory channel={stored} onClosed={() => setShowsHistory(false)} />}
      <LeaveGuard changes={names} />
    </form>
  )
}

/** The id and name of the channel, and whether it is disabled: then no field of the form has an effect. */
function ChannelFacts({ channel: { id, name, status } }: { channel: ChannelToEdit }) {
  const t = editorText.use()
  return (
    <>
      <span>#{id}</span>
      <span>{name}</span>
      {status === channelStatus.disabled && <StatusTag kind="off">{t('disabled')}</StatusTag>}
      {status === channelStatus.autoDisabled && <StatusTag kind="attention">{t('autoDisabled')}</StatusTag>}
    </>
  )
}

type TestButtonProps = {
  test: ReturnType<typeof useTestChannel>
  stored: ChannelToEdit | undefined
  isTestable: boolean
  onTest: () => void
}

/** Tests the channel as it is in the form, and shows the result of the last test. */
function TestButton({ test, stored, isTestable, onTest }: TestButtonProps) {
  const t = editorText.use()
  return (
    <>
      <span className={textStyles.small}>
        {test.isError && <span className={textStyles.problem}>{t('testFailed')}</span>}
        {test.isSuccess && t('respondedIn', { time: formatDuration(test.data.time) })}
        {test.isIdle && stored && stored.test_time > 0 && (
          <>
            {t('lastTest')} <RelativeTime seconds={stored.test_time} />
          </>
        )}
      </span>
      <Button
        icon={<Zap />}
        loading={test.isPending}
        disabled={!isTestable}
        title={isTestable ? undefined : t('notTestable')}
        onClick={onTest}
      >
        {t('test')}
      </Button>
    </>
  )
}

/** With an id, tests the stored channel; without one, tests the values of the form without saving them. */
function useTestChannel({ stored, fields, values }: ChannelForm) {
  const t = editorText.use()
  const { refuse, withdraw } = useRefusal()
  const queries = useQueryClient()
  const unpriced = useUnpriced(values.models)
  return useMutation({
    mutationFn: (id: number | undefined) =>
      id
        ? call(channelApi.test, { params: { id: String(id) }, query: {} })
        : call(channelApi.try, { body: { ...fields, key: oneKeyOf(values), id: stored?.id } }),
    onMutate: withdraw,
    onError: ({ message }) => refuse(message),
    onSuccess: ({ time }) => {
      const model = values.test_model || values.models.find((name) => !unpriced.has(name)) || ''
      toast.success(t('responded', { model, time: formatDuration(time) }))
    },
    // A test of the stored channel stores its time, whether it passed or failed.
    onSettled: (_result, _error, id) => {
      if (id) queries.invalidateQueries({ queryKey: ['channels'] })
    },
  })
}

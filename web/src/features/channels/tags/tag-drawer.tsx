import { useMutation } from '@tanstack/react-query'
import { channelApi, channelBounds } from '@turnpike/contract/routing/channel'
import { Button } from 'antd'
import { useState } from 'react'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import { InputField } from '../../../components/fields/input-field.tsx'
import { PairField } from '../../../components/fields/pairs/pair-field.tsx'
import { changedKeys } from '../../../components/form/changed-keys.ts'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import { call } from '../../../lib/api/call.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { channelRefusalText } from '../../../lib/text/channel-refusal-text.ts'
import { channelActionsText } from '../actions/channel-actions.text.ts'
import { useChannelUndoToast } from '../actions/use-channel-actions.ts'
import type { TagRow } from '../list/channel-rows.ts'
import { useGroups, useKnownModels, useRefreshChannels } from '../list/use-channels.ts'
import { tagDrawerText } from './tag-drawer.text.ts'
import { changesOf, draftOf, problemsOf, type TagChanges, type TagDraft, type TagProblems } from './tag-edit.ts'

/** Changes all channels of a tag at once. Fields in which they differ stay, unless a value is entered for all. */
export function TagDrawer({ row: { tag, channels }, onClosed }: { row: TagRow; onClosed: () => void }) {
  const t = tagDrawerText.use()
  const told = useChannelUndoToast()
  const refresh = useRefreshChannels()
  const [start] = useState(() => draftOf(tag, channels))
  const [draft, setDraft] = useState(start)
  const [areProblemsShown, setAreProblemsShown] = useState(false)
  const problems = areProblemsShown ? problemsOf(start, draft) : {}
  const save = useMutation({
    mutationFn: (changes: TagChanges) => call(channelApi.editTag, { body: { tag, ...changes } }),
    onSuccess: ({ undo_id }) => told(t('saved', { count: channels.length }), undo_id),
    onSettled: refresh,
  })

  function submit(close: () => void) {
    setAreProblemsShown(true)
    if (Object.keys(problemsOf(start, draft)).length > 0) return
    const changes = changesOf(start, draft)
    if (Object.keys(changes).length === 0) toast.warning(t('noChanges'))
    else save.mutate(changes, { onSuccess: close })
  }

  return (
    <SideDrawer
      title={t('editTag', { tag })}
      summary={t('summary', { count: channels.length })}
      holdsInput={changedKeys(start, draft).length > 0}
      onClosed={onClosed}
      buttons={({ close, cancel }) => (
        <>
          <Button onClick={cancel}>{t('cancel')}</Button>
          <Button type="primary" loading={save.isPending} onClick={() => submit(close)}>
            {t('save')}
          </Button>
        </>
      )}
    >
      <TagFields
        start={start}
        draft={draft}
        problems={problems}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
    </SideDrawer>
  )
}

type TagFieldsProps = {
  start: TagDraft
  draft: TagDraft
  problems: TagProblems
  onChange: (change: Partial<TagDraft>) => void
}

function TagFields({ start, draft, problems, onChange }: TagFieldsProps) {
  const t = tagDrawerText.use()
  const tActions = channelActionsText.use()
  const spoken = language.use()
  const groups = useGroups()
  const models = useKnownModels()
  const problem = (field: keyof TagDraft) => {
    const code = problems[field]
    if (code === undefined) return undefined
    return code === 'priorityWhole' ? tActions(code) : channelRefusalText(code, spoken)
  }
  const listField = (field: 'groups' | 'models', names: string[] | undefined) => (
    <SelectField
      label={t(field)}
      count={draft[field].length}
      problem={problem(field)}
      mode="tags"
      tokenSeparators={[',', '\n']}
      placeholder={start[field].length === 0 ? t('differs') : undefined}
      value={draft[field]}
      options={(names ?? []).map((name) => ({ value: name, label: name }))}
      onChange={(chosen: string[]) =>
        onChange({ [field]: [...new Set(chosen.map((name) => name.trim()))].filter(Boolean) })
      }
    />
  )
  const numberField = (field: 'priority' | 'weight') => (
    <InputField
      label={t(field)}
      width="number"
      help={start[field] === '' ? t('differs') : undefined}
      problem={problem(field)}
      inputMode="numeric"
      value={draft[field]}
      onChange={(text) => onChange({ [field]: text })}
    />
  )
  return (
    <div className={layoutStyles.fields}>
      <InputField
        label={t('tag')}
        help={t('newTagHelp')}
        maxLength={channelBounds.tag.charactersMax}
        value={draft.newTag}
        onChange={(text) => onChange({ newTag: text })}
      />
      <PairField
        label={t('modelMapping')}
        shape="texts"
        columns={{ name: t('mappingFrom'), value: t('mappingTo') }}
        add={t('addMapping')}
        emptyText=""
        help={t('mappingHelp')}
        problem={problem('modelMapping')}
        template={{ 'gpt-4o': 'gpt-4o-2024-11-20' }}
        value={draft.modelMapping}
        onChange={(modelMapping) => onChange({ modelMapping })}
      />
      {listField('groups', groups.data)}
      {listField('models', models.data)}
      {numberField('priority')}
      {numberField('weight')}
    </div>
  )
}

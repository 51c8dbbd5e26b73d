import { Button } from 'antd'
import { useState } from 'react'
import { AutoCompleteField } from '../../../components/fields/choice-field.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { language } from '../../../lib/browser/preferences.ts'
import { channelRefusalText } from '../../../lib/text/channel-refusal-text.ts'
import type { Chosen } from '../actions/use-channel-selection.ts'
import { useTagMany } from '../actions/use-list-actions.ts'
import { useTags } from '../list/use-channels.ts'
import { tagDrawerText } from './tag-drawer.text.ts'

type SetTagDrawerProps = { chosen: Chosen; onDone: () => void; onClosed: () => void }

/** Sets one tag for the selected channels, or removes their tags. */
export function SetTagDrawer({ chosen: { batch, count }, onDone, onClosed }: SetTagDrawerProps) {
  const t = tagDrawerText.use()
  const spoken = language.use()
  const { data: tags = [] } = useTags()
  const setTag = useTagMany(batch)
  const [tag, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)

  function save(next: string | null, close: () => void) {
    setIsMissing(next === '')
    if (next === '') return
    const onSuccess = () => {
      onDone()
      close()
    }
    setTag.mutate(next, { onSuccess })
  }

  return (
    <SideDrawer
      title={t('setTag', { count })}
      holdsInput={tag !== ''}
      onClosed={onClosed}
      buttons={({ close, cancel }) => (
        <>
          <Button onClick={cancel}>{t('cancel')}</Button>
          <Button disabled={setTag.isPending} onClick={() => save(null, close)}>
            {t('takeOff')}
          </Button>
          <Button type="primary" loading={setTag.isPending} onClick={() => save(tag.trim(), close)}>
            {t('setIt')}
          </Button>
        </>
      )}
    >
      <AutoCompleteField
        label={t('tag')}
        help={t('tagHelp')}
        problem={isMissing && tag.trim() === '' ? channelRefusalText('channel_tag_missing', spoken) : undefined}
        autoFocus
        value={tag}
        options={tags.map((value) => ({ value }))}
        showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed) }}
        onChange={setText}
      />
    </SideDrawer>
  )
}

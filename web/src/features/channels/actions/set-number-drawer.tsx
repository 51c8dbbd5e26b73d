import { Button } from 'antd'
import { useState } from 'react'
import { InputField } from '../../../components/fields/input-field.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { channelsText } from '../channels.text.ts'
import { type RoutingNumber, useReadings } from '../list/number-fields.tsx'
import { channelActionsText } from './channel-actions.text.ts'
import type { Chosen } from './use-channel-selection.ts'
import { useChangeMany } from './use-list-actions.ts'

type SetNumberDrawerProps = { which: RoutingNumber; chosen: Chosen; onDone: () => void; onClosed: () => void }

/** Sets one priority or one weight for the selected channels. */
export function SetNumberDrawer({ which, chosen: { batch, count }, onDone, onClosed }: SetNumberDrawerProps) {
  const t = channelActionsText.use()
  const tList = channelsText.use()
  const readings = useReadings()
  const change = useChangeMany(batch)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()

  function save(close: () => void) {
    const reading = (which === 'priority' ? readings.priority : readings.tagWeight)(text.trim())
    if (reading.kind !== 'number') {
      setProblem(reading.kind === 'refused' ? reading.why : t('enterNumber'))
      return
    }
    const onSuccess = () => {
      onDone()
      close()
    }
    change.mutate(which === 'priority' ? { priority: reading.value } : { weight: reading.value }, { onSuccess })
  }

  return (
    <SideDrawer
      title={t(which === 'priority' ? 'priorityOfSome' : 'weightOfSome', { count })}
      holdsInput={text !== ''}
      startsTyping
      onClosed={onClosed}
      buttons={({ close, cancel }) => (
        <>
          <Button onClick={cancel}>{t('cancel')}</Button>
          <Button type="primary" loading={change.isPending} onClick={() => save(close)}>
            {t(which === 'priority' ? 'setPriority' : 'setWeight')}
          </Button>
        </>
      )}
    >
      <InputField
        label={tList(which)}
        width="number"
        help={t(which === 'priority' ? 'priorityHelp' : 'weightHelp')}
        problem={problem}
        inputMode="numeric"
        value={text}
        onChange={(text) => {
          setText(text)
          setProblem(undefined)
        }}
      />
    </SideDrawer>
  )
}

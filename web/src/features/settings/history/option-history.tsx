import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { HistoryEntry } from '@turnpike/contract/system/history'
import { optionApi } from '@turnpike/contract/system/option-api'
import { Select } from 'antd'
import { useState } from 'react'
import type { FieldWords } from '../../../components/history/changes.tsx'
import styles from '../../../components/history/history.module.css'
import { historyText } from '../../../components/history/history.text.ts'
import { HistoryList } from '../../../components/history/history-list.tsx'
import { RevertDialog } from '../../../components/history/revert-dialog.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { call } from '../../../lib/api/call.ts'
import { dictionary } from '../../../lib/text/text.ts'
import { useWords, type Words } from '../../../lib/text/words.ts'
import { rowsOf } from '../form/section-table.ts'
import { operationSections } from '../operation/operation-tab.tsx'
import { otherSections } from '../other/other-tab.tsx'
import { systemSections } from '../system/system-tab.tsx'

const optionHistoryText = dictionary({
  title: ['History of settings', '设置的修改记录'],
  setting: ['Setting', '设置项'],
  anySetting: ['All settings', '全部设置项'],
  value: ['Value', '值'],
})

/** The options that the settings show, by the labels that they have there. */
const labels = new Map<string, Words>(
  [...operationSections, ...systemSections, ...otherSections].flatMap(rowsOf).map(({ name, label }) => [name, label]),
)

/** A drawer with the changes of options by super administrators. */
export function OptionHistory({ onClosed }: { onClosed: () => void }) {
  const t = optionHistoryText.use()
  const tHistory = historyText.use()
  const queries = useQueryClient()
  const say = useWords()
  const [option, setOption] = useState<string>()
  const [unconfirmed, setUnconfirmed] = useState<HistoryEntry>()
  const revert = useMutation({
    mutationFn: ({ id }: HistoryEntry) => call(optionApi.revert, { body: { id } }),
    onSuccess: () => toast.success(tHistory('reverted')),
    onSettled: () => {
      setUnconfirmed(undefined)
      // Names, menus, amounts, groups, prices: options are part of nearly every response.
      return queries.invalidateQueries()
    },
  })
  const words: FieldWords = {
    // The members of a map have names of their own, such as those of models.
    nameOf: (field) => (field === 'value' ? t('value') : field),
    valueOf: (_, value) => (value === 'true' ? t('on') : value === 'false' ? t('off') : String(value)),
  }
  return (
    <SideDrawer title={t('title')} onClosed={onClosed}>
      <Select
        className={styles.filter ?? ''}
        style={{ width: '100%' }}
        aria-label={t('setting')}
        placeholder={t('anySetting')}
        allowClear
        showSearch={{
          filterOption: (typed, choice) =>
            `${choice?.label} ${choice?.value}`.toLowerCase().includes(typed.trim().toLowerCase()),
        }}
        value={option}
        options={[...labels].map(([value, label]) => ({ value, label: say(label) }))}
        onChange={(chosen: string | undefined) => setOption(chosen)}
      />
      <HistoryList
        key={option ?? ''}
        queryKey={['options', 'history', option]}
        load={(range) => call(optionApi.history, { query: { ...range, keyword: option } })}
        titleOf={({ target }) => say(labels.get(target) ?? [target, target])}
        wordsOf={() => words}
        empty={option === undefined ? tHistory('none') : tHistory('noneFound')}
        onRevert={setUnconfirmed}
      />
      {unconfirmed && (
        <RevertDialog
          entry={unconfirmed}
          words={words}
          busy={revert.isPending}
          onConfirm={() => revert.mutate(unconfirmed)}
          onCancel={() => setUnconfirmed(undefined)}
        />
      )}
    </SideDrawer>
  )
}

import { useMutation } from '@tanstack/react-query'
import { agentApi } from '@turnpike/contract/money/agents/agent-api'
import { Button, Select } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../../components/overlay/toast-list.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { download } from '../../../lib/api/call.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { saveStream } from '../../../lib/browser/save-stream.ts'
import { textFileName } from '../../../lib/browser/save-text-file.ts'
import { lastMonths, monthName } from './months.ts'
import styles from './overview.module.css'
import { overviewText } from './overview.text.ts'

const offeredMonths = 24

/** Saves what was earned and what left in a month as a file. */
export function Statement() {
  const t = overviewText.use()
  const spoken = language.use()
  const [months] = useState(() => lastMonths(offeredMonths, new Date()))
  const [month, setMonth] = useState(months[0] ?? '')
  const saving = useMutation({
    mutationFn: () =>
      saveStream(textFileName(t('fileName', { month }), 'csv'), () =>
        download(agentApi.statement, { query: { month } }),
      ),
    onSuccess: (isSaved) => isSaved && toast.success(t('saved')),
  })
  return (
    <section className={`${layoutStyles.framed} ${styles.statement}`} aria-label={t('statement')}>
      <div className={styles.statementText}>
        <h2 className={textStyles.heading}>{t('statement')}</h2>
        <p className={textStyles.hint}>{t('statementText')}</p>
      </div>
      <Select
        className={styles.monthChoice ?? ''}
        aria-label={t('month')}
        value={month}
        popupMatchSelectWidth={false}
        options={months.map((value) => ({ value, label: monthName(value, spoken) }))}
        onChange={setMonth}
      />
      <Button icon={<Download />} loading={saving.isPending} onClick={() => saving.mutate()}>
        {t('csv')}
      </Button>
    </section>
  )
}

import { Button } from 'antd'
import { RefreshCw } from 'lucide-react'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { dictionary } from '../../lib/text/text.ts'

const refreshText = dictionary({ refresh: ['Refresh', '刷新'] })

/** Reloads the data of the page. */
export function RefreshButton({ onClick, busy = false }: { onClick: () => void; busy?: boolean }) {
  const label = refreshText.use()('refresh')
  const type = useSmallScreen() ? 'text' : 'default'
  return <Button type={type} icon={<RefreshCw />} loading={busy} aria-label={label} title={label} onClick={onClick} />
}

import type { ChannelToEdit } from '@turnpike/contract/routing/channel'
import { Button } from 'antd'
import { Zap } from 'lucide-react'
import { RelativeTime } from '../../components/figures/relative-time.tsx'
import textStyles from '../../components/style/text.module.css'
import { formatDuration } from '../../lib/format/format-time.ts'
import { useText } from '../../lib/text/text.ts'
import { editorText } from './channel-editor.text.ts'
import type { useTestChannel } from './use-test-channel.ts'

type TestButtonProps = {
  test: ReturnType<typeof useTestChannel>
  stored: ChannelToEdit | undefined
  isTestable: boolean
  onTest: () => void
}

/** Tests the channel as it is in the form, and shows the result of the last test. */
export function TestButton({ test, stored, isTestable, onTest }: TestButtonProps) {
  const t = useText(editorText)
  return (
    <>
      <span className={textStyles.small}>
        {test.isError && <span className={textStyles.problem}>{t('testFailed')}</span>}
        {test.isSuccess && t('answeredIn', { time: formatDuration(test.data.time) })}
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

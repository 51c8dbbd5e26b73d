import { channelTypes, isChannelType } from '@turnpike/contract/channel-types'
import type { Channel } from '@turnpike/contract/routing/channel'
import { Input } from 'antd'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { IconButton, QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { DropMenu } from '../../../components/menu/drop-menu.tsx'
import { language } from '../../../lib/browser/preferences.ts'
import { channelRefusalText } from '../../../lib/text/channel-refusal-text.ts'
import { listOf } from '../list/channel-rows.ts'
import styles from './actions.module.css'
import { channelActionsText } from './channel-actions.text.ts'
import { useTestChannel } from './use-channel-actions.ts'

const manyModels = 8

/** Tests a channel with its usual model; the menu beside the button offers its other models. */
export function TestButton({ channel }: { channel: Channel }) {
  const t = channelActionsText.use()
  const spoken = language.use()
  const test = useTestChannel(channel)
  const [sought, setSought] = useState('')
  const models = listOf(channel.models)
  const usual = channel.test_model || models[0]
  const isTestable = !isChannelType(channel.type) || channelTypes[channel.type].testable
  const choose = t('testModel', { name: channel.name })
  const items = models
    .filter((model) => model.toLowerCase().includes(sought.trim().toLowerCase()))
    .map((model) => ({ key: model, label: <code>{model}</code>, extra: model === usual ? t('usualModel') : undefined }))
  return (
    <span className={styles.test} title={isTestable ? undefined : channelRefusalText('channel_not_testable', spoken)}>
      <QuietButton disabled={!isTestable || test.isPending} onClick={() => test.mutate(undefined)}>
        {t('test')}
      </QuietButton>
      <DropMenu
        autoFocus={false}
        disabled={!isTestable || test.isPending}
        onOpenChange={() => setSought('')}
        menu={{ items, onClick: ({ key }) => test.mutate(key) }}
        popupRender={(menu) => (
          <div className={styles.panel}>
            {models.length > manyModels && (
              <Input
                size="small"
                className={styles.find ?? ''}
                aria-label={t('findModel')}
                placeholder={t('findModel')}
                value={sought}
                onChange={(event) => setSought(event.target.value)}
              />
            )}
            <div className={styles.models}>{menu}</div>
          </div>
        )}
      >
        <IconButton
          className={styles.arrow ?? ''}
          loading={test.isPending}
          disabled={!isTestable}
          icon={<ChevronDown />}
          label={choose}
        />
      </DropMenu>
    </span>
  )
}

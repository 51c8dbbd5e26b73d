import type { OptionKey } from '@turnpike/contract/options'
import type { ComponentProps } from 'react'
import { BrandLine } from '../../../components/brand/brand-line.tsx'
import { useLogo } from '../../../components/brand/use-logo.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import { useWords, type Words } from '../../../lib/text/words.ts'
import { useDebounced } from '../../../lib/timing/use-debounced.ts'
import type { CustomFields } from '../form/option-section.tsx'
import type { OptionForm } from '../form/section-table.ts'
import { SettingsForm } from '../form/settings-form.tsx'
import { ContentOption } from './content-option.tsx'
import styles from './other.module.css'
import { type OtherField, otherSections } from './other-sections.ts'

const kinds: Words = [
  'Markdown or HTML. Scripts, styles and forms are removed.',
  'Markdown 或 HTML。脚本、样式和表单会被移除。',
]
const kindsOrPage: Words = [
  'Markdown, HTML, or one https address to show in a frame. Scripts, styles and forms are removed.',
  'Markdown 或 HTML；只写一个 https 地址时，会在框架中显示该页面。脚本、样式和表单会被移除。',
]

type PageWords = Omit<ComponentProps<typeof ContentOption>, 'form' | 'name'>

const page =
  (name: OptionKey, words: PageWords) =>
  ({ form }: { form: OptionForm }) => <ContentOption form={form} name={name} {...words} />

/** The texts that the installation shows to everyone. */
const custom: CustomFields<OtherField> = {
  notice: page('Notice', {
    text: ['Shown once to every user and again after each change.', '向每个用户显示一次，每次修改后再显示一次。'],
    help: kinds,
    empty: ['No notice', '没有公告'],
  }),
  home: page('HomePageContent', {
    text: ['Replaces the home page.', '替换首页。'],
    help: kindsOrPage,
    empty: ['The default home page', '默认首页'],
    frames: true,
  }),
  about: page('About', {
    text: ['Replaces the about page.', '替换关于页面。'],
    help: kindsOrPage,
    empty: ['The default about page', '默认关于页面'],
    frames: true,
  }),
  footer: page('Footer', {
    text: ['Replaces the footer.', '替换页脚。'],
    help: kinds,
    empty: ['The default footer: year, name, version and links', '默认页脚：年份、名称、版本和链接'],
    small: true,
  }),
  brandPreview: BrandPreview,
}

// The history of the settings imports the table from here, so that the bundle has one file for the whole tab.
export { otherSections }

export const OtherTab = () => <SettingsForm sections={otherSections} custom={custom} />

/** Name and logo as the top bar will show them. */
function BrandPreview({ form }: { form: OptionForm }) {
  const say = useWords()
  const { SystemName = '', Logo = '' } = form.texts
  const { isBroken, isBlocked, ...logo } = useLogo(useDebounced(Logo))
  return (
    <figure>
      <figcaption className={styles.label}>{say(['In the top bar', '顶栏效果'])}</figcaption>
      <div className={`${layoutStyles.framed} ${styles.bar}`}>
        <BrandLine name={SystemName} {...logo} />
      </div>
      {isBroken && (
        <p className={styles.broken}>
          {say([
            'No image was found at this address. The Turnpike logo is shown instead.',
            '这个地址没有图片，将显示 Turnpike 图标。',
          ])}
        </p>
      )}
      {isBlocked && (
        <p className={styles.broken}>
          {say(['The image is shown after you save and reload the page.', '保存并刷新页面后显示此图片。'])}
        </p>
      )}
    </figure>
  )
}

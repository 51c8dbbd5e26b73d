import { Image } from 'antd'
import { ChevronLeft, ChevronRight, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { dictionary } from '../../lib/text/text.ts'
import styles from './media.module.css'

const viewerText = dictionary({
  previous: ['Previous', '上一张'],
  next: ['Next', '下一张'],
  zoomIn: ['Zoom in', '放大'],
  zoomOut: ['Zoom out', '缩小'],
  turn: ['Rotate', '旋转'],
})

type ShownPicture = { source: string; alt: string }

type PictureViewerProps = {
  pictures: readonly ShownPicture[]
  /** The picture in view; undefined closes the viewer. */
  current: number | undefined
  onChange: (current: number | undefined) => void
}

const scaleMax = 20

/** The pictures of a page at full size: zoom, turn, next and previous, also by arrow keys; Esc closes it. */
export function PictureViewer({ pictures, current, onChange }: PictureViewerProps) {
  const t = viewerText.use()
  const isOpen = current !== undefined
  const opener = useRef<Element>(null)
  useEffect(() => {
    if (isOpen) opener.current = document.activeElement
  }, [isOpen])
  return (
    <Image.PreviewGroup
      items={pictures.map(({ source, alt }) => ({ src: source, alt }))}
      classNames={{ popup: { root: styles.viewer ?? '', mask: styles.mask ?? '' } }}
      preview={{
        open: isOpen,
        current: current ?? 0,
        onChange: (next) => onChange(next),
        onOpenChange: (open) => !open && onChange(undefined),
        afterOpenChange: (open) => !open && opener.current instanceof HTMLElement && opener.current.focus(),
        scaleStep: 0.5,
        maxScale: scaleMax,
        closeIcon: <X className={styles.icon} role="img" aria-label={t('close')} />,
        actionsRender: (_, { actions, transform: { scale }, current: at, total }) => (
          <div className={styles.tools}>
            <Tool label={t('previous')} onClick={() => actions.onActive?.(-1)} isDisabled={at === 0}>
              <ChevronLeft aria-hidden />
            </Tool>
            <Tool label={t('next')} onClick={() => actions.onActive?.(1)} isDisabled={at === total - 1}>
              <ChevronRight aria-hidden />
            </Tool>
            <Tool label={t('zoomOut')} onClick={actions.onZoomOut} isDisabled={scale <= 1}>
              <ZoomOut aria-hidden />
            </Tool>
            <output className={styles.scale}>{Math.round(scale * 100)}%</output>
            <Tool label={t('zoomIn')} onClick={actions.onZoomIn} isDisabled={scale >= scaleMax}>
              <ZoomIn aria-hidden />
            </Tool>
            <Tool label={t('turn')} onClick={actions.onRotateRight}>
              <RotateCw aria-hidden />
            </Tool>
          </div>
        ),
      }}
    />
  )
}

type ToolProps = { label: string; onClick: () => void; isDisabled?: boolean; children: ReactNode }

const Tool = ({ label, onClick, isDisabled = false, children }: ToolProps) => (
  <button type="button" aria-label={label} title={label} disabled={isDisabled} onClick={onClick}>
    {children}
  </button>
)

import { useMedia } from './use-media.ts'

/** 600 px or narrower: the side bar becomes a drawer, rows become cards. */
export const useSmallScreen = () => useMedia('(max-width: 600px)')

export const ChannelsPage = () => null

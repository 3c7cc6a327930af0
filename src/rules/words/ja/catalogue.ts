export const metrics = {
  visitors: '訪問者',
  visits: '訪問',
  pageviews: 'ページビュー',
  events: 'イベント',
  views_per_visit: '訪問あたりのページ',
  bounce_rate: '直帰率',
  visit_duration: '訪問時間',
  scroll_depth: 'スクロール率',
  time_on_page: 'ページ滞在時間',
  percentage: '割合',
  conversion_rate: 'CVR',
  group_conversion_rate: 'CVR',
  exit_rate: '離脱率',
  drop_off: '離脱',
  total_revenue: '収益',
  average_revenue: '平均',
}

export const totals = {
  plain: {
    visitors: 'ユニーク訪問者',
    visits: '訪問数',
    pageviews: 'ページビュー数',
    events: 'イベント数',
    conversion_rate: 'コンバージョン率',
    total_revenue: '総収益',
    average_revenue: '平均収益',
  },
  goal: {
    visitors: 'ユニークコンバージョン',
    events: 'コンバージョン数',
  },
  realtime: {
    visitors: 'ユニーク訪問者（{minutes} 分）',
    pageviews: 'ページビュー（{minutes} 分）',
  },
  'realtime-goal': {
    visitors: 'ユニークコンバージョン（{minutes} 分）',
    events: 'コンバージョン（{minutes} 分）',
  },
}

export const units = {
  visitors: { other: '人' },
  visits: { other: '回' },
  pageviews: { other: 'ページビュー' },
  events: { other: '件' },
  conversions: { other: 'コンバージョン' },
}

export const durations = { hours: '{hours}時間{minutes}分', minutes: '{minutes}分{seconds}秒', seconds: '{seconds}秒' }

export const dimensions = {
  page: 'ページ',
  entry_page: '入口ページ',
  exit_page: '出口ページ',
  hostname: 'ホスト名',
  entry_hostname: '入口のホスト名',
  exit_hostname: '出口のホスト名',
  source: '参照元',
  channel: 'チャネル',
  referrer: 'リンク元',
  utm_campaign: 'キャンペーン',
  utm_medium: 'メディア',
  utm_source: 'UTM ソース',
  utm_content: 'コンテンツ',
  utm_term: 'キーワード',
  country: '国',
  region: '地域',
  city: '市区町村',
  device: '画面サイズ',
  browser: 'ブラウザー',
  browser_version: 'ブラウザーのバージョン',
  os: 'OS',
  os_version: 'OS のバージョン',
  goal: '目標',
  props: 'プロパティ',
}

export const panels = {
  sources: '参照元',
  pages: 'ページ',
  locations: '場所',
  devices: 'デバイス',
  goals: '目標',
}

export const tabs = {
  channels: 'チャネル',
  sources: '参照元',
  referrers: 'リンク元',
  pages: '上位ページ',
  entry_pages: '入口ページ',
  exit_pages: '出口ページ',
  map: '地図',
  countries: '国',
  regions: '地域',
  cities: '市区町村',
  browsers: 'ブラウザー',
  browser_versions: 'ブラウザーのバージョン',
  os: 'OS',
  os_versions: 'OS のバージョン',
  sizes: '画面サイズ',
  goals: '目標',
  props: 'プロパティ',
  funnels: 'ファネル',
  journeys: '経路',
}

export const headers = {
  utm_source: '参照元',
  browser_versions: 'バージョン',
  os_versions: 'バージョン',
  funnels: 'ステップ',
}

export const columns = {
  entry_pages: { visitors: 'ユニーク入口', visits: '入口数' },
  exit_pages: { visitors: 'ユニーク出口', visits: '出口数' },
  goals: { visitors: 'ユニーク', events: '合計' },
  conversions: { visitors: 'コンバージョン' },
}
export const visitPage = '{path} への訪問'

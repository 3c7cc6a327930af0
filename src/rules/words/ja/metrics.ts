export const meanings: Readonly<Record<string, string>> = {
  visitors:
    '1 回以上サイトを訪れた人の数です。訪問者は同じ日の中でのみ識別されるため、2 日訪れた人は 2 人として数えられます。',
  visits: '{minutes} 分以上の間隔をあけない、1 人の訪問者の一連のページビューとイベントです。',
  pageviews: 'ページが開かれた回数です。',
  events: 'ページビューとカスタムイベントの合計です。',
  views_per_visit: 'ページビュー数を訪問数で割った値です。',
  bounce_rate: 'ページビューが 1 回だけで、ほかのイベントがなかった訪問の割合です。',
  visit_duration: '訪問の最初の行動から最後の行動までの平均時間です。',
  time_on_page: 'ページが表示されていた、訪問あたりの平均時間です。',
  scroll_depth: '訪問者がページをどこまでスクロールしたかの平均です。',
  percentage:
    'フィルターに該当する全訪問者に対する、この行の訪問者の割合です。1 人が複数の行に含まれることがあるため、合計は 100% を超える場合があります。',
  conversion_rate: 'ほかのフィルターに該当する全訪問者のうち、目標を達成した訪問者の割合です。',
  group_conversion_rate: 'この行の訪問者のうち、目標を達成した割合です。',
  exit_rate: 'このページのページビューのうち、訪問がそこで終わった割合です。',
  drop_off: '前のステップに到達し、このステップに到達しなかった訪問者の割合です。',
  total_revenue: '目標とともに送信された金額の合計です。',
  average_revenue: '総収益を、金額のあるコンバージョン数で割った値です。',
}
export const meaningsOfSteps: Readonly<Record<string, string>> = {
  ...meanings,
  visitors: '1 回の訪問の中で、前のすべてのステップの後にこのステップに到達した訪問者の数です。',
  percentage: '最初のステップの訪問者のうち、このステップに到達した割合です。',
}

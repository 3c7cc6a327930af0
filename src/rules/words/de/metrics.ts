export const meanings = {
  visitors:
    'Personen, die die Website mindestens einmal besucht haben. Besucher werden nur innerhalb eines Tages wiedererkannt. Wer an zwei Tagen kommt, zählt daher doppelt.',
  visits: 'Folge von Seitenaufrufen und Ereignissen eines Besuchers ohne Pause von {minutes} Minuten oder mehr.',
  pageviews: 'Wie oft Seiten aufgerufen wurden.',
  events: 'Seitenaufrufe und eigene Ereignisse zusammen.',
  views_per_visit: 'Seitenaufrufe geteilt durch Besuche.',
  bounce_rate: 'Anteil der Besuche mit einem einzigen Seitenaufruf oder Ereignis.',
  visit_duration: 'Durchschnittliche Zeit von der ersten bis zur letzten Aktivität eines Besuchs.',
  time_on_page: 'Durchschnittliche Zeit je Besuch, in der die Seite sichtbar war.',
  scroll_depth: 'Wie weit Besucher die Seite im Durchschnitt nach unten gescrollt haben.',
  percentage:
    'Anteil der Besucher dieser Zeile an allen Besuchern, auf die die Filter zutreffen. Ein Besucher kann in mehreren Zeilen stehen, daher können die Anteile zusammen mehr als 100 % ergeben.',
  conversion_rate: 'Anteil der Besucher, die das Ziel erreicht haben, an allen, auf die die übrigen Filter zutreffen.',
  group_conversion_rate: 'Anteil der Besucher dieser Zeile, die das Ziel erreicht haben.',
  exit_rate: 'Anteil der Aufrufe dieser Seite, mit denen ein Besuch endete.',
  drop_off: 'Anteil der Besucher, die den vorherigen Schritt erreicht haben, diesen aber nicht.',
  total_revenue: 'Summe aller mit dem Ziel gesendeten Beträge.',
  average_revenue: 'Gesamtumsatz geteilt durch die Anzahl der Konversionen mit Betrag.',
}

export const meaningsOfSteps = {
  ...meanings,
  visitors: 'Besucher, die diesen Schritt innerhalb eines Besuchs nach allen vorherigen Schritten erreicht haben.',
  percentage: 'Anteil der Besucher des ersten Schritts, die auch diesen erreicht haben.',
}

// French words of mails and notices (reports/words).
import type { Words } from './keys.ts'

export const words: Words = {
  minutes: '{minutes} min {seconds} s',
  seconds: '{seconds} s',
  days: '{first} au {last}',
  noValue: '–',

  notSet: '(non défini)',
  none: '(aucune)',
  direct: 'Direct / aucune',

  same: 'aucune évolution',
  up: 'hausse de {size}',
  down: 'baisse de {size}',
  points: { one: '{count} point', many: '{count} de points', other: '{count} points' },

  weekSubject: '{domain} : semaine du {days}',
  monthSubject: '{domain} : rapport mensuel, {days}',
  graph: 'Visiteurs par jour : {counts}',

  dashboard: 'Tableau de bord',
  openDashboard: 'Ouvrir le tableau de bord',
  recipients: 'Modifier les destinataires',
  unsubscribe: 'Se désabonner',
  address: '{name} : {url}',

  notices: {
    spike: {
      one: '{domain} a {count} visiteur en ce moment',
      many: '{domain} a {count} de visiteurs en ce moment',
      other: '{domain} a {count} visiteurs en ce moment',
    },
    drop: {
      one: '{domain} a eu {count} visiteur au cours des {over} dernières heures',
      many: '{domain} a eu {count} de visiteurs au cours des {over} dernières heures',
      other: '{domain} a eu {count} visiteurs au cours des {over} dernières heures',
    },
    silence: {
      one: '{domain} n’a envoyé aucun événement depuis {count} heure',
      many: '{domain} n’a envoyé aucun événement depuis {count} d’heures',
      other: '{domain} n’a envoyé aucun événement depuis {count} heures',
    },
  },
  sentence: '{notice}.',

  invitation: {
    subject: 'Invitation à {to}',
    text:
      'Une invitation vous donne accès aux statistiques de {to}. Le lien est valable une seule fois, pendant ' +
      '{days} jours.',
    link: 'Accepter l’invitation',
  },
  reset: {
    subject: 'Un nouveau mot de passe pour Tidemark',
    text:
      'Quelqu’un a demandé un nouveau mot de passe pour votre compte. Le lien est valable une seule fois, ' +
      'pendant {hours} heures. Si vous ne l’avez pas demandé, ignorez cet e-mail. Votre mot de passe reste le ' +
      'même.',
    link: 'Choisir un nouveau mot de passe',
  },
  addressNotice: {
    subject: 'Votre adresse e-mail sur Tidemark',
    text:
      'Quelqu’un utilise votre compte et a demandé de remplacer son adresse e-mail par {to}. L’adresse change ' +
      'quand le lien dans l’e-mail envoyé à {to} est ouvert. Si vous ne l’avez pas demandé, changez votre mot ' +
      'de passe maintenant.',
  },
  confirmation: {
    subject: 'Confirmez votre adresse e-mail pour Tidemark',
    text:
      'Pour confirmer votre adresse e-mail, ouvrez ce lien dans le navigateur où votre compte est connecté. Il ' +
      'est valable une seule fois, pendant {hours} heures. Si vous n’avez pas de compte avec cette adresse, ' +
      'ignorez cet e-mail.',
    link: 'Confirmer l’adresse',
  },
}

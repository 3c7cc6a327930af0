// Kits for Python, Ruby, PHP and Go.
import type { KitName } from '../../src/rules/kits.ts'
import { html, type Mode, type Runner, type Site } from './runner.ts'

const python = '/usr/bin/python3'

const forPython = (kit: KitName, module: string, main: (site: Site) => string): Runner => ({
  kit,
  needs: [`${python} -c "import ${module}"`],
  files: (site) => ({ 'main.py': main(site) }),
  command: () => [python, 'main.py'],
})

const how = (mode: Mode) => (mode === 'carry' ? 'carry=True' : 'carry=False, count=True')
const rackHow = (mode: Mode) => (mode === 'carry' ? '' : ', carry: false, count: true')

const serveWsgi = ({ port }: Site) => `
from wsgiref.simple_server import WSGIRequestHandler, make_server
class Quiet(WSGIRequestHandler):
    def log_message(self, *all): pass
make_server('127.0.0.1', ${port}, application, handler_class=Quiet).serve_forever()
`

export const languageRunners: readonly Runner[] = [
  forPython(
    'flask',
    'flask',
    (site) => `
from flask import Flask
from tidemark import Wsgi
application = Flask(__name__)
application.route('/')(lambda: '${html}')
application = Wsgi(application, ${how(site.mode)})
${serveWsgi(site)}`,
  ),
  forPython(
    'django',
    'django',
    (site) => `
from django.conf import settings
settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=['*'], SECRET_KEY='x')
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path
urlpatterns = [path('', lambda request: HttpResponse('${html}'))]
from tidemark import Wsgi
application = Wsgi(get_wsgi_application(), ${how(site.mode)})
${serveWsgi(site)}`,
  ),
  forPython(
    'fastapi',
    'fastapi, uvicorn',
    ({ port, mode }) => `
import uvicorn
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from tidemark import Asgi
app = FastAPI()
app.get('/', response_class=HTMLResponse)(lambda: '${html}')
app.add_middleware(Asgi, ${how(mode)})
uvicorn.run(app, host='127.0.0.1', port=${port}, log_level='error')`,
  ),
  {
    kit: 'sinatra',
    needs: [`ruby -e "require 'sinatra/base'; require 'webrick'"`],
    files: ({ port, mode }) => ({
      'main.rb': `
require_relative 'tidemark'
require 'rack'
require 'sinatra/base'
require 'webrick'
class Shop < Sinatra::Base
  set :environment, :production
  get('/') { '${html}' }
end
app = Tidemark::Kit.new(Shop.new${rackHow(mode)})
Rack::Handler::WEBrick.run(app, Host: '127.0.0.1', Port: ${port}, AccessLog: [], Logger: WEBrick::Log.new(nil, 0), DoNotReverseLookup: true)`,
    }),
    command: () => ['ruby', 'main.rb'],
  },
  {
    kit: 'php',
    needs: ['php -v'],
    files: ({ mode }) => ({
      'index.php': `<?php require __DIR__ . '/tidemark.php'; Tidemark::${mode}(); echo '${html}';`,
    }),
    command: ({ port }) => ['php', '-S', `127.0.0.1:${port}`, 'index.php'],
  },
  {
    kit: 'go',
    needs: ['go version'],
    files: ({ port, mode }) => ({
      'go.mod': 'module shop\n\ngo 1.19\n',
      'main.go': `package main

import (
	"net/http"
	"shop/tidemark"
)

func main() {
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("${html}")) })
	http.ListenAndServe("127.0.0.1:${port}", tidemark.${mode === 'carry' ? 'Carry' : 'Count'}(page))
}
`,
    }),
    command: () => ['go', 'run', '.'],
  },
]

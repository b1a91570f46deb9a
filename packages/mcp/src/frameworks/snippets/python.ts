import { oneFile, type Render, type Target } from './snippet.ts';

const core = ({ endpoint, key }: Target, imports: string) => `import json
import threading
import traceback
import urllib.request
${imports}
ENDPOINT = ${JSON.stringify(endpoint)}
KEY = ${JSON.stringify(key)}


def report_bug(error, where=""):
    """Sends an error to Skep. Failures are ignored."""
    message = f"{type(error).__name__}: {error}"
    report = {
        "title": message[:500],
        "description": f"{message}\\n{where}"[:10000],
        "severity": "high",
        "stack_trace": "".join(traceback.format_exception(type(error), error, error.__traceback__))[-10000:],
    }
    headers = {"content-type": "application/json", "x-api-key": KEY}
    request = urllib.request.Request(ENDPOINT, json.dumps(report).encode(), headers)
    try:
        urllib.request.urlopen(request, timeout=5).close()
    except OSError:
        pass


def report_in_background(error, where=""):
    threading.Thread(target=report_bug, args=(error, where)).start()
`;

export const django: Render = (target) =>
  oneFile(
    'yourproject/skep.py',
    `${core(
      target,
      `
from django.core.exceptions import PermissionDenied
from django.http import Http404
`,
    )}

class SkepMiddleware:
    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)

    def process_exception(self, request, exception):
        if not isinstance(exception, (Http404, PermissionDenied)):
            report_in_background(exception, f"{request.method} {request.path}")`,
    'Put the file next to settings.py. Add "yourproject.skep.SkepMiddleware", with the name of that folder, to the end of MIDDLEWARE there.',
  );

export const flask: Render = (target) =>
  oneFile(
    'skep.py',
    `${core(target, '\nfrom flask import got_request_exception, request\n')}

def install(app):
    def on_error(sender, exception, **rest):
        report_in_background(exception, f"{request.method} {request.path}")

    got_request_exception.connect(on_error, app, weak=False)`,
    'After creating the app: import skep; skep.install(app)',
  );

export const fastapi: Render = (target) =>
  oneFile(
    'skep.py',
    `${core(target, '')}

def install(app):
    @app.middleware("http")
    async def report_errors(request, call_next):
        try:
            return await call_next(request)
        except Exception as error:
            report_in_background(error, f"{request.method} {request.url.path}")
            raise`,
    'After creating the app: import skep; skep.install(app)',
  );

export const python: Render = (target) =>
  oneFile(
    'skep.py',
    `${core(target, 'import sys\n')}

def install():
    former = sys.excepthook

    def on_error(kind, error, trace):
        former(kind, error, trace)
        if issubclass(kind, Exception):
            report_bug(error, " ".join(sys.argv[:2]))

    sys.excepthook = on_error`,
    'At the start of the program: import skep; skep.install()',
  );

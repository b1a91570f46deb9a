import { oneFile, type Render, type Target } from './snippet.ts';

const core = ({ endpoint, key }: Target, imports: string[]) => `package skep

import (
${['bytes', 'encoding/json', 'fmt', 'net/http', 'runtime/debug', 'strings', 'time', ...imports]
  .map((name) => `\t"${name}"`)
  .join('\n')}
)

const (
	endpoint = ${JSON.stringify(endpoint)}
	key      = ${JSON.stringify(key)}
)

var client = &http.Client{Timeout: 5 * time.Second}

// Report sends an error to Skep. Failures are ignored.
func Report(problem any, where string) {
	message := fmt.Sprint(problem)
	report, _ := json.Marshal(map[string]string{
		"title":       cut(message, 500),
		"description": cut("panic: "+message+"\\n"+where, 10000),
		"severity":    "high",
		"stack_trace": cut(string(debug.Stack()), 10000),
	})
	go func() {
		request, err := http.NewRequest("POST", endpoint, bytes.NewReader(report))
		if err != nil {
			return
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("X-API-Key", key)
		if response, err := client.Do(request); err == nil {
			response.Body.Close()
		}
	}()
}

func cut(text string, length int) string {
	characters := []rune(strings.TrimSpace(text))
	if len(characters) == 0 {
		return "unknown"
	}
	return string(characters[:min(length, len(characters))])
}`;

export const go: Render = (target) =>
  oneFile(
    'skep/skep.go',
    `${core(target, [])}

// Middleware reports a panic and re-panics.
func Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		defer func() {
			if problem := recover(); problem != nil {
				Report(problem, request.Method+" "+request.URL.Path)
				panic(problem)
			}
		}()
		next.ServeHTTP(response, request)
	})
}`,
    'Wrap the outermost handler: http.ListenAndServe(address, skep.Middleware(mux)). For other errors call skep.Report(err, "where").',
  );

export const gin: Render = (target) =>
  oneFile(
    'skep/skep.go',
    `${core(target, ['github.com/gin-gonic/gin'])}

// Recovery reports a panic and responds with 500.
func Recovery() gin.HandlerFunc {
	return gin.CustomRecovery(func(context *gin.Context, problem any) {
		Report(problem, context.Request.Method+" "+context.FullPath())
		context.AbortWithStatus(http.StatusInternalServerError)
	})
}`,
    'Use gin.New() instead of gin.Default(), then: router.Use(gin.Logger(), skep.Recovery())',
  );
